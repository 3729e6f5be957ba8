/** Runs rows by `client/backend`, as its callers use it. */
import {
  ApiError,
  type Client,
  createClient,
  executeQuote,
  type IgnoredFieldsWarning,
  isReplayed,
  signedRetry,
  verifyWebhook,
  type WebhookKeys,
  WebhookSignatureError,
} from '../../../client/backend/index.ts'
import type { Call, Row, Seen } from './table.ts'

export type Runner = {
  readonly platform: { readonly clientId: string; readonly clientSecret: string }
  /** Of the service, by what stands before it. */
  readonly urls: Readonly<Record<'DIRECT' | 'LOSING' | 'BUSY', string>>
  readonly stamp: (payload: string) => Promise<string>
}

type Send = (
  path: string,
  options: object,
) => Promise<{ readonly data?: unknown; readonly response: Response }>

export async function seenByTypescript(row: Row, runner: Runner): Promise<unknown> {
  const ignored: IgnoredFieldsWarning[] = []
  const client = createClient({
    ...runner.platform,
    baseUrl: runner.urls[row.through ?? 'DIRECT'],
    isStrict: row.isStrict ?? false,
    onIgnoredFields: (warning) => ignored.push(warning),
  })
  const stamper = {
    stamp: async (payload: string) => ({ stampHeaderValue: await runner.stamp(payload) }),
  }
  if (row.does === 'CALLS') {
    const seen: Seen[] = []
    for (const call of row.calls) seen.push(await seenOf(client, call, ignored))
    return seen
  }
  if (row.does === 'SIGNED_RETRY') {
    const result = await signedRetry((header) => send(client, row.call, header), stamper)
    return membersOf(result as Record<string, unknown>, row.sees)
  }
  if (row.does === 'EXECUTES_QUOTE') {
    const execute = () =>
      executeQuote(client.api, row.quote as Parameters<typeof executeQuote>[1], stamper, row.key)
    const [first, second] = [await execute(), await execute()]
    return { status: first.status, isSame: JSON.stringify(first) === JSON.stringify(second) }
  }
  if (row.does === 'LISTS') {
    const ids: string[] = []
    for await (const { id } of client.each(row.path, row.query)) ids.push(id)
    return { items: ids.length, different: new Set(ids).size }
  }
  try {
    return verifyWebhook(row.body, row.header, row.keys as WebhookKeys).type
  } catch (error) {
    if (error instanceof WebhookSignatureError) return 'refused'
    throw error
  }
}

function send({ api }: Client, call: Call, more: object = {}): ReturnType<Send> {
  const { method, path, pathParameters, query, body, headers } = call
  const header = { ...headers, ...more }
  const sending = api[method] as unknown as Send
  return sending(path, { params: { path: pathParameters, query, header }, body })
}

async function seenOf(client: Client, call: Call, ignored: IgnoredFieldsWarning[]): Promise<Seen> {
  try {
    const answer = await send(client, call)
    const fields = ignored.flatMap((warning) => warning.fields)
    return {
      status: answer.response.status,
      isReplayed: isReplayed(answer),
      ...(fields.length > 0 && {
        ignored: fields.map(({ field, meant }) => `${field}: ${meant}`),
      }),
    }
  } catch (error) {
    if (!(error instanceof ApiError)) return { lost: true }
    const fields = error.fields.map(({ field }) => field).sort()
    const { status, code = '' } = error
    return { status, code, ...(fields.length > 0 && { fields }) }
  }
}

function membersOf(result: Record<string, unknown>, wanted: object): object {
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, result[name]]))
}
