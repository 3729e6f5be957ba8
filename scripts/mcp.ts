/**
 * `npm run --silent mcp`: the tools over stdio, for desktop clients. Calls the API at API_URL as the
 * agent of AGENT_TOKEN. Standard output is the protocol's alone.
 *
 * Environment: API_URL with the version, AGENT_TOKEN.
 */
import { parseArgs } from 'node:util'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { VERSION } from '../api/app.ts'
import { overHttp } from '../api/mcp/overHttp.ts'
import { mcpServer } from '../api/mcp/server.ts'
import { toolsOf } from '../api/mcp/tools.ts'
import { operations } from '../api/operations.ts'
import { command } from './command.ts'

await command(async () => {
  parseArgs()
  const { API_URL = '', AGENT_TOKEN: token = '' } = process.env
  const baseUrl = API_URL.replace(/\/$/, '')
  if (!/^https?:/.test(baseUrl) || !URL.canParse(baseUrl) || !baseUrl.endsWith(`/${VERSION}`)) {
    refuse(`API_URL must have the version: http://127.0.0.1:8080/${VERSION}`)
  }
  if (!/^agt_[0-9a-f]{64}$/.test(token))
    refuse('AGENT_TOKEN must be agt_ and 64 hexadecimal digits')

  const tools = toolsOf(operations)
  const call = overHttp(baseUrl, token, say)
  serveStdio(() => mcpServer(VERSION, tools, call, say), { onerror: say })
})

function refuse(reason: string): never {
  process.stderr.write(`mcp: ${reason}\n`)
  process.exit(1)
}

/** With its cause: `fetch failed` alone says nothing. */
function say(error: unknown): void {
  const { message = error, cause } = error as { message?: unknown; cause?: { message?: unknown } }
  const why = cause?.message ? `: ${cause.message}` : ''
  process.stderr.write(`mcp: ${message}${why}\n`)
}
