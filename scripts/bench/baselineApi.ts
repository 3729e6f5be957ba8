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
    text: `select id, platform_id, customer_id, platform_customer_id, type, direction, status,
        quote_id, source, destination, sent_amount, sent_currency, received_amount,
        received_currency, fees, platform_fees, exchange_rate, description, failure_reason,
        refund, expires_at, settled_at, created_at, updated_at, reference, payment_rail,
        rail_selection_mode, counterparty, payment_instructions, purpose_of_payment,
        receipt_delivery_confirmed_at
      from transactions where id = $1`,
    values: [context.path.slice(1)],
  })
  context.body = rows[0]
})
const server = createServer(app.callback())
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

serveParent({ port: async () => (server.address() as AddressInfo).port }, () => pool.end())
