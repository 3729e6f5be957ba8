/** An agent's program: the official MCP client, connected to the tools of a running API. */
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'

type Fields = Readonly<Record<string, unknown>>

/** What a tool answers: the operation's answer, and how to read it. */
export type ToolAnswer = {
  readonly result: Fields
  readonly amounts: Readonly<Record<string, string>>
  readonly writtenByOthers: readonly string[]
  readonly guidance?: string
  readonly replayed?: boolean
}

/** The protocol of 2025 with its handshake, or that of 2026 without state. */
export type Era = 'legacy' | 'modern'

export type ToolClient = {
  readonly client: Client
  /** @throws Error for a call that the protocol refuses */
  call(name: string, given?: Fields): Promise<CallToolResult>
  /** @throws Error with the text of a result that is an error */
  ask(name: string, given?: Fields): Promise<ToolAnswer>
  stop(): Promise<void>
}

/** @param baseUrl of the API, with or without the version */
export function connectTools(
  baseUrl: string,
  token: string,
  era: Era = 'modern',
): Promise<ToolClient> {
  const headers = { authorization: `Bearer ${token}` }
  const url = new URL('/mcp', baseUrl)
  return connected(new StreamableHTTPClientTransport(url, { requestInit: { headers } }), era)
}

export async function connected(transport: Transport, era: Era): Promise<ToolClient> {
  const options = era === 'modern' ? { versionNegotiation: { mode: 'auto' as const } } : undefined
  const client = new Client({ name: 'payments-agent', version: '1' }, options)
  await client.connect(transport)
  const call: ToolClient['call'] = async (name, given = {}) =>
    (await client.callTool({ name, arguments: given })) as CallToolResult
  return {
    client,
    call,
    async ask(name, given) {
      const result = await call(name, given)
      if (result.isError) throw new Error(textOf(result))
      return result.structuredContent as ToolAnswer
    },
    stop: () => client.close(),
  }
}

/** What a model reads of a result. */
export function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}
