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

/** Sessions of a wallet: one live, and three that have expired. */
async function sessions(): Promise<void> {
  const run = (text: string) => fixture.database.query({ text })
  await run(`insert into credentials (id, platform_id, account_id, type, nickname)
    select id, platform_id, id, 'PASSKEY', 'x' from internal_accounts limit 1`)
  await run(`insert into sessions (id, platform_id, account_id, credential_id, type, nickname, public_key,
      api_key_id, expires_at)
    select gen_random_uuid(), platform_id, account_id, id, type, s.what, 'x', 'x', service_now() + s.in_time
    from credentials, (values ('live', interval '10 minutes'), ('expired yesterday', interval '-1 day'),
      ('expired 8 days ago', interval '-8 days'), ('named by a claimed request', interval '-8 days')
    ) s (what, in_time)`)
  await run(`insert into requests (id, platform_id, account_id, session_id, operation, method, path, body_hash,
      payload_to_sign, status, expires_at, updated_at)
    select gen_random_uuid(), platform_id, account_id, id, 'REVOKE_SESSION', 'DELETE', '/', '', '', 'CLAIMED',
      expires_at, expires_at from sessions where nickname like 'named%'`)
}

/** Of an agent: one that can be redeemed, one that expired lately, and one that did long ago. */
async function deviceCodes(): Promise<void> {
  await fixture.database.query({
    text: `with c as (insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status)
        select gen_random_uuid(), id, 'x', 'INDIVIDUAL', '$x@' || uma_domain, 'APPROVED' from platforms limit 1
        returning id, platform_id)
      select create_agent(jsonb_build_object('id', gen_random_uuid(), 'platformId', platform_id, 'customerId', id,
        'name', 'x', 'policy', '{}'::jsonb, 'changedBy', 'x', 'codeId', gen_random_uuid(), 'codeHash', repeat('ab', 32)))
      from c`,
  })
  await fixture.database.query({
    text: `insert into agent_device_codes (id, agent_id, code_hash, expires_at)
      select gen_random_uuid(), id, sha256(n::text::bytea), service_now() - n * interval '1 day'
      from agents, unnest(array[6, 8]) n`,
  })
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

  await sessions()
  await deviceCodes()

  await retain(database.url, 1_825, pino({ level: 'silent' }))

  expect(await count('webhook_deliveries')).toBe(2)
  expect(await count('events')).toBe(2)
  expect(await count('idempotency_keys')).toBe(2)
  expect(await count('authentication_failures')).toBe(1)
  expect(await count('webhook_platform_endpoints')).toBe(0)
  const kept = await fixture.database.query({ text: 'select nickname from sessions order by 1' })
  expect(kept.map((session) => (session as { nickname: string }).nickname)).toEqual([
    'expired yesterday',
    'live',
    'named by a claimed request',
  ])
  expect(await count('agent_device_codes')).toBe(2)
  expect(await count('agent_policies')).toBe(1)
  expect(await count('ledger_rollups')).toBeGreaterThan(0)
  expect(await count('transactions')).toBe(4)
})
