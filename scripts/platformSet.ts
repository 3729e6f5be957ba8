/**
 * `npm run platform:set -- --name NAME [--environment SANDBOX|PRODUCTION] [--invitation-url URL|none]
 * [--required-fields CURRENCY=FIELD,FIELD|CURRENCY=none]`: what of a platform is an operator's to change.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../db/database.ts'
import { requirableFields, setInvitationUrl, setRequiredFields } from '../db/platforms.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'
import { readInvitationUrl } from './invitationUrl.ts'

const USAGE =
  'usage: platform:set -- --name NAME [--environment SANDBOX|PRODUCTION] [--invitation-url URL|none] ' +
  '[--required-fields CURRENCY=FIELD,FIELD|CURRENCY=none]'

type Whose = { readonly name: string; readonly environment: string }

await command(async () => {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      environment: { type: 'string', default: 'SANDBOX' },
      'invitation-url': { type: 'string' },
      'required-fields': { type: 'string' },
    },
  })
  const { name, environment, 'invitation-url': url, 'required-fields': fields } = values
  if (name === undefined || (url === undefined && fields === undefined)) throw new Error(USAGE)
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    if (url !== undefined) await setUrl(database, { name, environment }, url)
    if (fields !== undefined) await setFields(database, { name, environment }, fields)
  } finally {
    await database.close()
  }
})

async function setUrl(database: Database, whose: Whose, given: string): Promise<void> {
  const url = given === 'none' ? null : readInvitationUrl(given)
  if (!(await setInvitationUrl(database, { ...whose, url }))) {
    throw new Error(`there is no ${whose.environment} platform named ${whose.name}`)
  }
  process.stdout.write(
    url === null
      ? `${whose.name} makes no more invitations.\n`
      : `Invitations are claimed below ${url}\n`,
  )
}

async function setFields(database: Database, whose: Whose, given: string): Promise<void> {
  const [, currency = '', list = ''] = /^([A-Z0-9]+)=([A-Z_,]+|none)$/.exec(given) ?? []
  const fields = list === 'none' ? [] : list.split(',')
  const unknown = fields.filter((field) => !requirableFields.includes(field))
  if (currency === '' || unknown.length > 0) {
    throw new Error(`--required-fields is CURRENCY=none, or of ${requirableFields.join(', ')}`)
  }
  if (!(await setRequiredFields(database, { ...whose, currency, fields }))) {
    throw new Error(
      `there is no ${whose.environment} platform named ${whose.name} with ${currency}`,
    )
  }
  process.stdout.write(
    fields.length === 0
      ? `${currency} asks for nothing more of a customer.\n`
      : `${currency} asks of a customer for ${fields.join(', ')}\n`,
  )
}
