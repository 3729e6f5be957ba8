/** The SDK's handler of `/mcp`, with the tools of our operations. */
import { originValidation, toNodeHandler } from '@modelcontextprotocol/node'
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server'
import type { Logger } from 'pino'
import type { Operation } from '../operation.ts'
import type { CallApi } from './request.ts'
import { mcpServer } from './server.ts'
import { toolsOf } from './tools.ts'

export type HandlerOptions = {
  readonly operations: readonly Operation[]
  /** Of the interface, as its paths begin. */
  readonly version: string
  /** Sends requests as who has sent one of ours. */
  readonly callAs: (authInfo: AuthInfo | undefined) => CallApi
  readonly bodyBytesMax: number
  /** Of the browsers' pages that may call. */
  readonly origins: string[]
  readonly log: Pick<Logger, 'debug' | 'error'>
}

const client = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'first', version: '1' },
}
const firstMessages = [
  { jsonrpc: '2.0', id: 1, method: 'initialize', params: client },
  { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} },
]

function requestOf(message: object): Request {
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(message),
  })
}

/** `isOwnOrigin` answers a request of another origin itself. */
export function createHandler(options: HandlerOptions) {
  const { operations, version, callAs, bodyBytesMax, origins, log } = options
  const tools = toolsOf(operations)
  const limits = {
    maxRequestBodySize: bodyBytesMax,
    // The message may quote what was sent.
    onerror: ({ name }: Error) => log.debug({ name }, 'an MCP request was refused'),
  }
  const handler = createMcpHandler(
    ({ authInfo }) =>
      mcpServer(
        version,
        tools,
        (request) => callAs(authInfo)(request),
        (error) => log.error({ err: error }, 'a tool failed'),
      ),
    limits,
  )
  return {
    isOwnOrigin: originValidation(origins),
    handle: toNodeHandler(handler, limits),
    /** Answers a client's first message without a client, so that the SDK's one-time work is done before the first request. */
    async warm(): Promise<void> {
      for (const message of firstMessages) {
        const answer = await handler.fetch(requestOf(message), { parsedBody: message })
        await answer.text()
      }
    },
  }
}
