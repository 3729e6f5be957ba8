/**
 * `npm run platform:create -- --name NAME [--environment SANDBOX|PRODUCTION]
 * [--counterparty-requirements] [--unregulated] [--invitation-url URL] [--max-cards N]
 * [--one-card-per-cardholder] [--json]`
 *
 * Settings: DATABASE_URL.
 */
import { parseArgs } from 'node:util'
import { createPlatform } from '../db/platforms.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'
import { readInvitationUrl } from './invitationUrl.ts'

await command(async () => {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      environment: { type: 'string', default: 'SANDBOX' },
      'counterparty-requirements': { type: 'boolean', default: false },
      'invitation-url': { type: 'string' },
      'max-cards': { type: 'string' },
      'one-card-per-cardholder': { type: 'boolean', default: false },
      unregulated: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const { name, environment, 'invitation-url': invitationUrl } = values
  if (name === undefined || name.trim() === '' || name.length > 100) {
    throw new Error('--name NAME is missing')
  }
  if (environment !== 'SANDBOX' && environment !== 'PRODUCTION') {
    throw new Error('--environment is SANDBOX or PRODUCTION')
  }
  const { 'max-cards': maxCards, 'one-card-per-cardholder': oneCardPerCardholder } = values
  if (maxCards !== undefined && !/^\d{1,9}$/.test(maxCards)) {
    throw new Error('--max-cards is a number of cards')
  }
  const config = parseConfig(environmentOfStack(process.env))
  const credentials = await createPlatform(need(config, 'DATABASE_URL'), {
    name,
    environment,
    counterpartyRequirements: values['counterparty-requirements'],
    invitationUrl: invitationUrl && readInvitationUrl(invitationUrl),
    regulated: !values.unregulated,
    maxCards: maxCards === undefined ? undefined : Number(maxCards),
    oneCardPerCardholder,
  })
  process.stdout.write(
    values.json
      ? `${JSON.stringify(credentials)}\n`
      : `client id      ${credentials.clientId}\nclient secret  ${credentials.clientSecret}\n` +
          'The secret is not shown again.\n',
  )
})
