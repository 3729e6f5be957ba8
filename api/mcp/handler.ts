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
      mcpServer(version, tools, callAs(authInfo), (error) =>
        log.error({ err: error }, 'a tool failed'),
      ),
    limits,
  )
  return { isOwnOrigin: originValidation(origins), handle: toNodeHandler(handler, limits) }
}
