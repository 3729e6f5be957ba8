/**
 * `npm run --silent mcp`: the tools over stdio, for desktop clients. Calls the API at API_URL as the
 * agent of AGENT_TOKEN. Standard output is the protocol's alone.
 */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { VERSION } from '../api/app.ts'
import { overHttp } from '../api/mcp/overHttp.ts'
import { mcpServer } from '../api/mcp/server.ts'
import { toolsOf } from '../api/mcp/tools.ts'
import { operations } from '../api/operations.ts'

const { API_URL: baseUrl, AGENT_TOKEN: token } = process.env
if (!baseUrl || !token) {
  process.stderr.write(
    'mcp: set API_URL (with the version: http://127.0.0.1:8080/2025-10-13) and AGENT_TOKEN.\n',
  )
  process.exit(1)
}
const say = (error: unknown): void => {
  process.stderr.write(`mcp: ${error instanceof Error ? error.message : error}\n`)
}
const tools = toolsOf(operations)
const call = overHttp(baseUrl.replace(/\/$/, ''), token)
serveStdio(() => mcpServer(VERSION, tools, call, say), { onerror: say })
