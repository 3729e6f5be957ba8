/** What the tools over stdio say of an API that is away or answers nonsense. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { overHttp } from '../../../api/mcp/overHttp.ts'
import { resultOf } from '../../../api/mcp/result.ts'

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
    const answer = await overHttp(`${address}/2025-10-13`, 'agt_0')(request)
    expect(resultOf(answer)).toEqual({
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(/^SERVICE_UNAVAILABLE: .*\n.*again/) }],
    })
  }
})
