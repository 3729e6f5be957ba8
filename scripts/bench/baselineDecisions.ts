/** A bare HTTP server: the function that decides a live authorization, through plain pg, nothing else. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { need, parseConfig } from '../../runtime/config.ts'
import { serveParent } from './child.ts'

const config = parseConfig(process.env)
const pool = new pg.Pool({
  connectionString: need(config, 'DATABASE_URL'),
  max: config.CARD_DECISIONS_POOL_MAX,
  idleTimeoutMillis: 30_000,
})
/** The body is the function's argument as it stands. */
const server = createServer((request, response) => {
  text(request)
    .then((asked) =>
      pool.query({
        name: 'baseline',
        text: 'select decide_card($1::jsonb) as result',
        values: [asked],
      }),
    )
    .then(
      ({ rows }) => response.end(JSON.stringify(rows[0]?.result)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

serveParent({ port: async () => (server.address() as AddressInfo).port }, () => pool.end())
