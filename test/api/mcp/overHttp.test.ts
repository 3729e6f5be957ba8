/** What the tools over stdio say of an API that is away or answers nonsense. */
import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { overHttp } from '../../../api/mcp/overHttp.ts'
import { resultOf } from '../../../api/mcp/result.ts'
import { argumentsOf } from '../../support/programs.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const TOKEN = `agt_${'0'.repeat(64)}`
const request = { method: 'GET', path: '/agents/me', body: undefined, headers: {} }
let server: Server

beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(502).end('<html>Bad gateway</html>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('away, or no answer of ours: the same call may be made again', async () => {
  const { port } = server.address() as AddressInfo
  for (const address of ['http://127.0.0.1:1', `http://127.0.0.1:${port}`]) {
    const faults: unknown[] = []
    const call = overHttp(`${address}/2025-10-13`, 'agt_0', (error) => faults.push(error))
    const answer = await call(request)
    expect(faults).toEqual([expect.any(Error)])
    expect(resultOf(answer)).toEqual({
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(/^SERVICE_UNAVAILABLE: .*\n.*again/) }],
    })
  }
})

test.each([
  ['no address', '', TOKEN, 'API_URL'],
  ['no URL', 'not a url', TOKEN, 'API_URL'],
  ['no version', 'http://127.0.0.1:8080', TOKEN, 'API_URL'],
  ['no token of an agent', 'http://127.0.0.1:8080/2025-10-13', 'tok', 'AGENT_TOKEN'],
])('npm run mcp with %s ends with one line', (_, url, token, named) => {
  const env = { PATH: process.env.PATH, API_URL: url, AGENT_TOKEN: token }
  const { status, stdout, stderr } = spawnSync(process.execPath, argumentsOf('scripts/mcp'), {
    cwd: root,
    env,
    encoding: 'utf8',
    input: '',
  })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(new RegExp(`^mcp: ${named}.*\\n$`))
})
