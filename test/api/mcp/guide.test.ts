/** The set-up that the guide to agents shows to MCP clients works as it stands. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connected, connectTools } from '../../../scripts/serviceDriver/toolClient.ts'
import { anAgent, type ConnectedAgent } from '../../support/agents.ts'
import { aFundedWallet, apiOf } from '../../support/builders.ts'
import { aSharedStack, type SharedStack } from '../../support/stack.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const guide = readFileSync(join(root, 'docs/guides/agents.md'), 'utf8')
const blocks = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block]) => block ?? '')

let stack: SharedStack
let agent: ConnectedAgent

beforeAll(async () => {
  stack = await aSharedStack()
  const { api, customer } = await aFundedWallet(stack, { minor: 0n })
  agent = await anAgent(api, customer.id)
})
afterAll(() => stack?.stop())

/** What a block names, with the addresses, the folder and the token of this test. */
function settingsOf(block: string | undefined): unknown {
  const { origin } = new URL(apiOf(stack).baseUrl)
  const text = (block ?? '')
    .replaceAll('https://payments.example.com', origin)
    .replaceAll('/path/to/this/folder', root)
    .replaceAll('agt_...', agent.accessToken)
  return JSON.parse(text).mcpServers.payments
}

test('over HTTP', async () => {
  const { type, url, headers } = settingsOf(blocks[0]) as {
    type: string
    url: string
    headers: { Authorization: string }
  }
  expect(type).toBe('http')
  const tools = await connectTools(url, headers.Authorization.replace('Bearer ', ''))
  expect((await tools.ask('get_agent')).result.id).toBe(agent.agent.id)
  await tools.stop()
})

test('over stdio', async () => {
  const settings = settingsOf(blocks[1]) as { command: string; args: string[]; env: object }
  const env = { ...settings.env, PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
  const transport = new StdioClientTransport({ ...settings, env, stderr: 'ignore' })
  const tools = await connected(transport, 'legacy')
  expect((await tools.ask('get_agent')).result.id).toBe(agent.agent.id)
  await tools.stop()
})
