/** What migrations put right in the data of earlier releases. */
import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate, releaseFolders } from '../../db/migrate.ts'
import { createDatabases, withClient } from '../../scripts/devstack/postgres.ts'
import { databaseUrl } from '../support/stack.ts'

const root = mkdtempSync(join(tmpdir(), 'payments-repairs-'))
const name = `repairs_${randomBytes(6).toString('hex')}`
const server = process.env.TEST_POSTGRES_URL ?? ''
const url = databaseUrl(server, name)

beforeAll(async () => {
  await createDatabases(server, [name])
  const [migrations, functions] = [join(root, 'migrations'), join(root, 'functions')]
  mkdirSync(migrations)
  mkdirSync(functions)
  for (const file of readdirSync(releaseFolders.migrations)) {
    if (file < '0009') cpSync(join(releaseFolders.migrations, file), join(migrations, file))
  }
  await migrate(url, { folders: { migrations, functions } })
})
afterAll(async () => {
  rmSync(root, { recursive: true, force: true })
  await withClient(server, (client) => client.query(`drop database ${name} with (force)`))
})

async function aPlatform(
  client: Client,
  label: string,
  domain: string,
  environment = 'SANDBOX',
): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into platforms (id, name, environment, uma_domain, supported_currencies)
     values ($1, $2, $4, $3, '[]')`,
    [id, label, domain, environment],
  )
  return id
}

async function aCustomer(
  client: Client,
  platform: string,
  address: string,
  isDeleted = false,
): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status, is_deleted)
     values ($1, $2, $1::uuid, 'INDIVIDUAL', $3, 'APPROVED', $4)`,
    [id, platform, address, isDeleted],
  )
  return id
}

it('every domain belongs to one platform, and every address to the domain of its platform', async () => {
  await withClient(url, async (client) => {
    const thief = await aPlatform(client, 'thief', 'Acme.example')
    const acme = await aPlatform(client, 'acme', 'acme.example')
    const stolen = await aCustomer(client, thief, '$ceo@acme.example')
    const foreign = await aCustomer(client, thief, '$bob@bank.example')
    const kept = await aCustomer(client, acme, '$ada@Acme.example')
    const gone = await aCustomer(client, acme, '$ada@acme.example', true)
    const squatter = await aPlatform(client, 'squatter', 'Sandbox.UMA.money')
    const caught = await aCustomer(client, squatter, '$success.usd@sandbox.uma.money')
    const unproven = await aPlatform(client, 'unproven', 'bank.com', 'PRODUCTION')
    const addressed = await aPlatform(client, 'addressed', 'coop.com', 'PRODUCTION')
    const paid = await aCustomer(client, addressed, '$ada@coop.com')
    const named = await aPlatform(client, 'named', 'named.example', 'PRODUCTION')
    await migrate(url)
    const { rows } = await client.query<{ id: string; address: string; domain: string }>(
      `select c.id, c.uma_address as address, p.uma_domain as domain
       from customers c join platforms p on p.id = c.platform_id`,
    )
    const of = (id: string) => rows.find((row) => row.id === id)
    const own = `${thief.slice(0, 13)}.example`
    expect(of(kept)).toMatchObject({ address: '$ada@Acme.example', domain: 'acme.example' })
    expect(of(gone)).toMatchObject({ address: `$${gone.slice(0, 13)}@acme.example` })
    expect(of(stolen)).toMatchObject({ address: `$ceo@${own}`, domain: own })
    expect(of(foreign)).toMatchObject({ address: `$bob@${own}` })
    expect(of(caught)).toMatchObject({
      address: `$success.usd@${squatter.slice(0, 13)}.example`,
      domain: `${squatter.slice(0, 13)}.example`,
    })
    expect(of(paid)).toMatchObject({ address: '$ada@coop.com' })
    const domains = await client.query<{ id: string; domain: string }>(
      'select id, uma_domain as domain from platforms where id = any ($1)',
      [[unproven, addressed, named]],
    )
    expect(new Map(domains.rows.map(({ id, domain }) => [id, domain]))).toEqual(
      new Map([
        [unproven, `${unproven.slice(0, 13)}.example`],
        [addressed, 'coop.com'],
        [named, 'named.example'],
      ]),
    )
  })
})
