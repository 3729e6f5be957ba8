/** A collector of traces that throws them away. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveParent } from './child.ts'

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200).end())
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

serveParent({ port: async () => (server.address() as AddressInfo).port })
