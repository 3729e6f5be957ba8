/**
 * `npm run platform:set -- --name NAME [--environment SANDBOX|PRODUCTION] [--invitation-url URL|none]
 * [--required-fields CURRENCY=FIELD,FIELD|CURRENCY=none] [--card-bounds PERCENT,CENTS,UNASKED,CREDIT]
 * [--rule-accounts on|off]`: what of a platform is an operator's to change. Bounds of the card issuer's claims on one transaction: percent and cents above what
 * was approved, cents that were not asked about, cents that come back without a purchase.
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import type { Environment } from '../contract/outsideParties.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { changePlatform, requirableFields, setRequiredFields } from '../db/platforms.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'
import { readInvitationUrl } from './invitationUrl.ts'

const USAGE =
  'usage: platform:set -- --name NAME [--environment SANDBOX|PRODUCTION] [--invitation-url URL|none] ' +
  '[--required-fields CURRENCY=FIELD,FIELD|CURRENCY=none] ' +
  '[--card-bounds PERCENT,CENTS,UNASKED,CREDIT] [--rule-accounts on|off]'

type Whose = { readonly name: string; readonly environment: Environment }

await command(async () => {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      environment: { type: 'string', default: 'SANDBOX' },
      'invitation-url': { type: 'string' },
      'required-fields': { type: 'string' },
      'card-bounds': { type: 'string' },
      'rule-accounts': { type: 'string' },
    },
  })
  const { name, environment, 'invitation-url': url, 'required-fields': fields } = values
  const { 'card-bounds': bounds, 'rule-accounts': rules } = values
  if (name === undefined || (url ?? fields ?? bounds ?? rules) === undefined) throw new Error(USAGE)
  if (environment !== 'SANDBOX' && environment !== 'PRODUCTION') throw new Error(USAGE)
  const config = parseConfig(environmentOfStack(process.env))
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 1 })
  try {
    if (url !== undefined) await setUrl(database, { name, environment }, url)
    if (fields !== undefined) await setFields(database, { name, environment }, fields)
    if (bounds !== undefined) await setBounds(database, { name, environment }, bounds)
    if (rules !== undefined) await setRuleAccounts(database, { name, environment }, rules)
  } finally {
    await database.close()
  }
})

async function setUrl(database: Database, whose: Whose, given: string): Promise<void> {
  const invitationUrl = given === 'none' ? null : readInvitationUrl(given)
  await changePlatform(database, whose, { invitationUrl })
  process.stdout.write(
    invitationUrl === null
      ? `${whose.name} makes no more invitations.\n`
      : `Invitations are claimed below ${invitationUrl}\n`,
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

async function setBounds(database: Database, whose: Whose, given: string): Promise<void> {
  const numbers = /^\d{1,10}(,\d{1,10}){3}$/.test(given) ? given.split(',').map(BigInt) : []
  const [percent, cardOverclearingCents, cardUnaskedCents, cardCreditCents] = numbers
  if (percent === undefined) {
    throw new Error('--card-bounds is four whole numbers: PERCENT,CENTS,UNASKED,CREDIT')
  }
  const cents = { cardOverclearingCents, cardUnaskedCents, cardCreditCents }
  await changePlatform(database, whose, { cardOverclearingPercent: Number(percent), ...cents })
  process.stdout.write(`The card issuer may claim ${given} of ${whose.name}’s customers.\n`)
}

async function setRuleAccounts(database: Database, whose: Whose, given: string): Promise<void> {
  if (given !== 'on' && given !== 'off') throw new Error('--rule-accounts is on or off')
  await changePlatform(database, whose, { hasRuleAccounts: given === 'on' })
  process.stdout.write(
    given === 'on'
      ? `${whose.name} may make accounts that sweep what they receive.\n`
      : `${whose.name} makes no more accounts that sweep; those that it has go on.\n`,
  )
}
