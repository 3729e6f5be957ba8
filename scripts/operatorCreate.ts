/**
 * `npm run operator:create -- --name NAME --role VIEW|DECIDE|ADMIN [--json]`: an operator's account, with its token.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { openDatabase, violates } from '../db/database.ts'
import { createOperator, type OperatorRole, operatorRoles } from '../db/operators.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const NAME_MAX = 100

await command(async () => {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      role: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const name = values.name?.trim() ?? ''
  if (name === '' || name.length > NAME_MAX) throw new Error('--name NAME is missing')
  const role = operatorRoles.find((each) => each === values.role)
  if (role === undefined) throw new Error(`--role is ${operatorRoles.join(' or ')}`)
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    const { token } = await database.transaction((tx) => createOperator(tx, { name, role }))
    process.stdout.write(
      values.json ? `${JSON.stringify({ name, role, token })}\n` : shown(token, role),
    )
  } catch (error) {
    if (!violates(error, 'operators_name_key')) throw error
    throw new Error(`There is, or was, an operator named ${name}: names are not given twice.`)
  } finally {
    await database.close()
  }
})

function shown(token: string, role: OperatorRole): string {
  return `role   ${role}\ntoken  ${token}\nThe token is not shown again.\n`
}
