/**
 * `npm run customer:region -- CUSTOMER --by NAME --reason TEXT`: an operator's decision that a customer may leave
 * the regions of strong authentication without a login, for seven days: one who has no factor to log in with, whose
 * residence was checked by other means. The platform then changes the region.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { uuidOf } from '../contract/ids.ts'
import { openDatabase } from '../db/database.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const USAGE = 'usage: customer:region -- Customer:<uuid> --by NAME --reason TEXT'

await command(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { by: { type: 'string' }, reason: { type: 'string' } },
  })
  const { by, reason } = values
  const [id = ''] = positionals
  const uuid = uuidOf('Customer', id)
  if (uuid === undefined || positionals.length > 1 || !by || !reason) throw new Error(USAGE)
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    if (!(await database.call('release_sca_region', uuid, by, reason))) {
      throw new Error(`there is no customer ${id} in a region of strong authentication`)
    }
    process.stdout.write(`${id} may leave its region within seven days.\n`)
  } finally {
    await database.close()
  }
})
