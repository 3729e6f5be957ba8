/** What the server says of itself to the dashboard. */

export type Settings = {
  /** Path before every operation: `/2025-10-13`. */
  readonly basePath: string
  /** The currencies of the service, a platform's own stablecoins apart. */
  readonly currencies: readonly { readonly code: string; readonly decimals: number }[]
  /** Operations that take an `Idempotency-Key`: `POST /quotes/{quoteId}/execute`. */
  readonly keyedOperations: readonly string[]
  /** False if the pages of the sandbox are not served. */
  readonly hasSandboxPages: boolean
  /** Whether the clock of the whole stack may be moved. */
  readonly hasTestClock: boolean
  /** The address of the Temporal UI; absent if not configured. */
  readonly temporalUi?: { readonly url: string; readonly namespace: string }
}

let loaded: Settings | undefined

/** @throws Error when the server does not answer */
export async function loadSettings(): Promise<void> {
  const answer = await fetch('/console/app.json', { credentials: 'omit' })
  if (!answer.ok) throw new Error('The API does not answer. Reload this page later.')
  loaded = (await answer.json()) as Settings
}

/** @throws Error before they are loaded */
export function settings(): Settings {
  if (loaded === undefined) throw new Error('the settings are not loaded')
  return loaded
}
