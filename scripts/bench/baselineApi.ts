/** Bare Koa: one primary-key SELECT through plain pg, nothing else. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import pg from 'pg'
import { need, parseConfig } from '../../runtime/config.ts'
import { serveParent } from './child.ts'

const config = parseConfig(process.env)
const pool = new pg.Pool({
  connectionString: need(config, 'DATABASE_URL'),
  max: config.DATABASE_POOL_MAX,
})
const app = new Koa()
app.use(async (context) => {
  const { rows } = await pool.query({
    name: 'baseline',
    text: 'select * from transactions where id = $1',
    values: [context.path.slice(1)],
  })
  context.body = rows[0]
})
const server = createServer(app.callback())
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

serveParent({ port: async () => (server.address() as AddressInfo).port }, () => pool.end())
