/** Bare Koa: the function that decides a payment, through plain pg, nothing else. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Koa from 'koa'
import pg from 'pg'
import { need, parseConfig } from '../../runtime/config.ts'
import { serveParent } from './child.ts'

const config = parseConfig(process.env)
const pool = new pg.Pool({
  connectionString: need(config, 'DATABASE_URL'),
  max: config.DATABASE_POOL_MAX,
  // As ours: a new connection compiles every function again.
  idleTimeoutMillis: 0,
})
const app = new Koa()
/** The body is the function's argument as it stands. */
app.use(async (context) => {
  const { rows } = await pool.query<{ result: { outcome: string } }>({
    name: 'baseline',
    text: 'select decide_payment($1::jsonb) as result',
    values: [await text(context.req)],
  })
  context.status = rows[0]?.result.outcome === 'COMMITTED' ? 200 : 409
  context.body = rows[0]?.result
})
const server = createServer(app.callback())
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

serveParent({ port: async () => (server.address() as AddressInfo).port }, () => pool.end())
