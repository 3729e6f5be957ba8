/** The block that `npm start` ends with and `npm run status` prints again. */
import {
  type Environment,
  type OutsideParty,
  outsideParties,
  partyNames,
} from '../../contract/outsideParties.ts'
import { settings } from '../../runtime/config.ts'
import type { DemoCredentials } from './demoPlatform.ts'

export type Summary = {
  /** Base address of the API with the version. */
  readonly apiUrl: string
  readonly docsUrl: string
  readonly temporalUiUrl: string | undefined
  /** The pages of operators, under their own name. */
  readonly operatorsUrl: string | undefined
  /** Of the people of the sandbox's issuer, where operators sign in there. */
  readonly staffPassword: string | undefined
  /** The outside parties of each environment, in words. */
  readonly parties: Readonly<Record<Environment, readonly string[]>>
  /** Control port of the sandbox: its mails and faults. */
  readonly sandboxUrl: string | undefined
  readonly dataDir: string
  readonly demo: DemoCredentials | undefined
}

/** What is printed about a stack. @param env of its processes */
export function summarize(
  env: Readonly<Record<string, string | undefined>>,
  demo: DemoCredentials | undefined,
): Summary {
  const apiUrl = env.API_URL ?? ''
  return {
    apiUrl,
    docsUrl: new URL('/docs', apiUrl).href,
    temporalUiUrl: env.TEMPORAL_UI_URL,
    operatorsUrl: operatorsUrlOf(env),
    // Given by settings, the issuer is another one.
    staffPassword: env.OPERATOR_SSO_ISSUER === undefined ? undefined : env.SANDBOX_STAFF_PASSWORD,
    parties: { SANDBOX: partiesOf(env, 'SANDBOX'), PRODUCTION: partiesOf(env, 'PRODUCTION') },
    sandboxUrl: env.SANDBOX_CONTROL_URL,
    dataDir: env.DATA_DIR ?? '',
    demo: demo && { clientId: demo.clientId, clientSecret: demo.clientSecret },
  }
}

/** Their listener's address, by the first of its names: a login needs it. */
function operatorsUrlOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (env.OPERATOR_URL === undefined) return undefined
  const url = new URL(env.OPERATOR_URL)
  const names = env.OPERATOR_NAMES || settings.OPERATOR_NAMES.default
  url.hostname = names.split(',')[0] ?? ''
  return url.origin
}

const addresses = {
  WALLET_PROVIDER: 'WALLET_PROVIDER_URL',
  PAYOUT_RAIL: 'RAIL_URL',
  VERIFICATION_VENDOR: 'VERIFICATION_URL',
  MESSAGES: 'SMS_URL',
  CARD_ISSUER: 'CARD_ISSUER_URL',
  STABLECOIN_PROVIDER: 'STABLECOIN_PROVIDER_URL',
  RATE_FEED: 'RATES_URL',
} as const satisfies Record<OutsideParty, string>

function partiesOf(
  env: Readonly<Record<string, string | undefined>>,
  environment: Environment,
): string[] {
  return outsideParties
    .filter((party) => env[`${environment}_${addresses[party]}`])
    .map((party) => partyNames[party])
}

/** The lines of the block, two columns each; rows without a value are left out. */
export function summaryLines(summary: Summary): string[] {
  const { apiUrl, docsUrl, temporalUiUrl, operatorsUrl, staffPassword } = summary
  const { parties, sandboxUrl, dataDir, demo } = summary
  const rows: [string, string | undefined][] = [
    ['API', apiUrl],
    ['Docs', docsUrl],
    // A passkey's relying party is a name: an address would not do.
    ['Console', `http://localhost:${new URL(docsUrl).port}/console`],
    [
      'Operators',
      operatorsUrl &&
        `${operatorsUrl}${staffPassword === undefined ? '' : ` (sign in as ada: ${staffPassword})`}`,
    ],
    ['Temporal UI', temporalUiUrl ?? 'not known; set TEMPORAL_UI_URL'],
    ['Sandbox', sandboxUrl],
    ['Production', parties.PRODUCTION.join(', ') || 'no outside parties: 501'],
    ['Data', dataDir],
    ['Client id', demo?.clientId ?? 'the database has platforms of its own'],
    [
      'Client secret',
      demo?.clientSecret ?? 'for another one: npm run ops -- platform create --name NAME',
    ],
    ['Next', 'npm run demo (in another terminal)'],
    ['Then', new URL('/docs/guides/first-payment', apiUrl).href],
  ]
  return rows.flatMap(([name, value]) => (value ? [`  ${name.padEnd(15)}${value}`] : []))
}
