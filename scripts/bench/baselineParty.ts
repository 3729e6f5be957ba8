/** The outside party of the baseline: it answers every call with as many bytes as the sandbox does. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveParent } from './child.ts'

const ANSWER = JSON.stringify({ text: 'x'.repeat(900) })

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER)
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

serveParent({ port: async () => (server.address() as AddressInfo).port })
