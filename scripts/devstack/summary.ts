/** The block that `npm start` ends with and `npm run status` prints again. */
import type { DemoCredentials } from './demoPlatform.ts'

export type Summary = {
  /** Base address of the API with the version. */
  readonly apiUrl: string
  readonly docsUrl: string
  readonly temporalUiUrl: string | undefined
  /** Control port of the sandbox: its mails and faults. */
  readonly sandboxUrl: string | undefined
  readonly dataDir: string
  readonly demo: DemoCredentials | undefined
}

export function summarize(
  env: Readonly<Record<string, string | undefined>>,
  demo: DemoCredentials | undefined,
): Summary {
  const apiUrl = env.API_URL ?? ''
  return {
    apiUrl,
    docsUrl: new URL('/docs', apiUrl).href,
    temporalUiUrl: env.TEMPORAL_UI_URL,
    sandboxUrl: env.SANDBOX_CONTROL_URL,
    dataDir: env.DATA_DIR ?? '',
    demo: demo && { clientId: demo.clientId, clientSecret: demo.clientSecret },
  }
}

export function summaryLines(summary: Summary): string[] {
  const { apiUrl, docsUrl, temporalUiUrl, sandboxUrl, dataDir, demo } = summary
  const rows: [string, string | undefined][] = [
    ['API', apiUrl],
    ['Docs', docsUrl],
    // A passkey's relying party is a name: an address would not do.
    ['Console', `http://localhost:${new URL(docsUrl).port}/console`],
    ['Temporal UI', temporalUiUrl ?? 'not known; set TEMPORAL_UI_URL'],
    ['Sandbox', sandboxUrl],
    ['Data', dataDir],
    ['Client id', demo?.clientId ?? 'the database has platforms of its own'],
    [
      'Client secret',
      demo?.clientSecret ?? 'for another one: npm run platform:create -- --name NAME',
    ],
    ['Next', 'npm run demo'],
  ]
  return rows.flatMap(([name, value]) => (value ? [`  ${name.padEnd(15)}${value}`] : []))
}
