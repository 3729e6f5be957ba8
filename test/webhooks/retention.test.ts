import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retain } from '../../worker/jobs/retention.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { aPlatform, aWebhookFixture, type WebhookFixture } from './platforms.ts'

let database: TestDatabase
let fixture: WebhookFixture

beforeAll(async () => {
  database = await aDatabase()
  fixture = aWebhookFixture(database.url)
})
afterAll(async () => {
  await fixture.close()
  await database.drop()
})

async function count(table: string): Promise<number> {
  const [row] = await fixture.database.query<{ count: bigint }>({
    text: `select count(*) as count from ${table}`,
  })
  return Number(row?.count)
}

test('what is past its time goes, what is younger or under way stays', async () => {
  const platform = await aPlatform(fixture, 'https://example.com/')
  await platform.fund(4)
  const age = (text: string) => fixture.database.query({ text })
  // Of four: old and delivered, old and given up, old and still under way, young and delivered.
  await age(`update webhook_deliveries d set status = case n when 1 then 'DELIVERED' when 2 then 'STOPPED'
      when 3 then 'PENDING' else 'DELIVERED' end,
      created_at = d.created_at - case when n < 4 then interval '31 days' else interval '29 days' end
    from (select id, row_number() over (order by created_at) n from webhook_deliveries) o where o.id = d.id`)
  await age(
    `update events e set created_at = d.created_at from webhook_deliveries d where d.event_id = e.id`,
  )
  await age(`insert into idempotency_keys (platform_id, operation, key, request_hash, resource_id, created_at)
    select id, 'x', n::text, '', id, service_now() - n * interval '23 hours' from platforms, generate_series(0, 2) n`)
  await age(`insert into authentication_failures values ('old', 3, service_now() - interval '2 days'),
    ('new', 3, service_now())`)
  await age(`insert into webhook_platform_endpoints
    select id, 'https://nobody.example/', 2 from platforms`)

  await retain(database.url, pino({ level: 'silent' }))

  expect(await count('webhook_deliveries')).toBe(2)
  expect(await count('events')).toBe(2)
  expect(await count('idempotency_keys')).toBe(2)
  expect(await count('authentication_failures')).toBe(1)
  expect(await count('webhook_platform_endpoints')).toBe(0)
  expect(await count('ledger_rollups')).toBeGreaterThan(0)
  expect(await count('transactions')).toBe(4)
})
