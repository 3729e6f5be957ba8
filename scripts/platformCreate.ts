/**
 * `npm run platform:create -- --name NAME [--environment SANDBOX|PRODUCTION]
 * [--counterparty-requirements] [--json]`
 */
import { parseArgs } from 'node:util'
import { createPlatform } from '../db/platforms.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

await command(async () => {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      environment: { type: 'string', default: 'SANDBOX' },
      'counterparty-requirements': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const { name, environment } = values
  if (name === undefined || name.trim() === '' || name.length > 100) {
    throw new Error('--name NAME is missing')
  }
  if (environment !== 'SANDBOX' && environment !== 'PRODUCTION') {
    throw new Error('--environment is SANDBOX or PRODUCTION')
  }
  const config = parseConfig(environmentOfStack(process.env))
  const credentials = await createPlatform(need(config, 'DATABASE_URL'), {
    name,
    environment,
    counterpartyRequirements: values['counterparty-requirements'],
  })
  process.stdout.write(
    values.json
      ? `${JSON.stringify(credentials)}\n`
      : `client id      ${credentials.clientId}\nclient secret  ${credentials.clientSecret}\n` +
          'The secret is not shown again.\n',
  )
})
