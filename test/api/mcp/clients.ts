import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { connected, type Era, type ToolClient } from '../../../scripts/serviceDriver/toolClient.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The tools of `npm run mcp`, a process of its own that calls a running API. */
export function connectStdio(baseUrl: string, token: string, era: Era): Promise<ToolClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import', 'tsx', join(root, 'scripts/mcp.ts')],
    cwd: root,
    stderr: 'inherit',
    env: { API_URL: baseUrl, AGENT_TOKEN: token, PATH: process.env.PATH ?? '' },
  })
  return connected(transport, era)
}
