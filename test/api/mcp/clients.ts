/** The official client, connected to the tools of a running API. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export type Fields = Readonly<Record<string, unknown>>

export type Tooled = {
  readonly client: Client
  /** @throws Error for a call that the protocol refuses */
  call(name: string, given?: Fields): Promise<CallToolResult>
  /** `structuredContent` of a call. @throws Error for a result that is an error */
  ask(name: string, given?: Fields): Promise<Fields & { result: Fields; guidance?: string }>
  stop(): Promise<void>
}

/** @param era the protocol of 2025 with its handshake, or that of 2026 without state */
export async function overHttp(
  baseUrl: string,
  token: string,
  era: 'legacy' | 'modern' = 'modern',
): Promise<Tooled> {
  const headers = { authorization: `Bearer ${token}` }
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), {
    requestInit: { headers },
  })
  return connected(transport, era)
}

export async function overStdio(
  baseUrl: string,
  token: string,
  era: 'legacy' | 'modern' = 'modern',
): Promise<Tooled> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import', 'tsx', join(root, 'scripts/mcp.ts')],
    cwd: root,
    stderr: 'inherit',
    env: { API_URL: baseUrl, AGENT_TOKEN: token, PATH: process.env.PATH ?? '' },
  })
  return connected(transport, era)
}

async function connected(
  transport: StreamableHTTPClientTransport | StdioClientTransport,
  era: 'legacy' | 'modern',
): Promise<Tooled> {
  const info = { name: 'test', version: '1' }
  const client = new Client(
    info,
    era === 'modern' ? { versionNegotiation: { mode: 'auto' } } : undefined,
  )
  await client.connect(transport)
  const call: Tooled['call'] = async (name, given = {}) =>
    (await client.callTool({ name, arguments: given })) as CallToolResult
  return {
    client,
    call,
    async ask(name, given) {
      const result = await call(name, given)
      if (result.isError) throw new Error(textOf(result))
      return result.structuredContent as Fields & { result: Fields }
    },
    stop: () => client.close(),
  }
}

/** What a model reads of a result. */
export function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}
