/**
 * What each permission opens. `table` says it for every group, apart from the operations' own data;
 * the walk asks every operation with tokens that hold each permission, none, and that are deleted.
 * Requests without credentials, and agents, are in agents/callers.ts; other platforms and
 * environments in walks.ts.
 */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { operations } from '../../../api/operations.ts'
import { type Permission, permissions, permits } from '../../../contract/permissions.ts'
import { createApiClient } from '../../../scripts/serviceDriver/apiClient.ts'
import { anAddress } from '../../support/agents.ts'
import { apiOf, shown, waitUntil } from '../../support/builders.ts'
import { sampleOf } from '../../support/seed.ts'
import { aTokenWith, call, service } from '../service.ts'

type Row = {
  /** Of GET. */
  readonly reads?: Permission
  /** Of everything else. */
  readonly writes?: Permission
  readonly except?: Readonly<Record<string, Permission>>
}

const people: Row = { reads: 'VIEW', writes: 'MANAGE' }
const money: Row = { reads: 'VIEW', writes: 'TRANSACT' }
const readOnly: Row = { reads: 'VIEW' }

/** By group. What an agent or anybody may call has no permission. */
const table: Readonly<Record<string, Row>> = {
  'Platform Configuration': people,
  Customers: people,
  'Contact Verification': people,
  'KYC/KYB Verifications': people,
  Documents: people,
  'External Accounts': people,
  Invitations: people,
  Webhooks: people,
  Stablecoins: {
    ...people,
    except: { createStablecoinMint: 'TRANSACT', createStablecoinBurn: 'TRANSACT' },
  },
  Cards: { ...people, except: { revealCard: 'TRANSACT', tokenizeCard: 'TRANSACT' } },
  // What a token may do is no secret to who has it.
  'API Tokens': { reads: 'MANAGE', writes: 'MANAGE', except: { getOwnToken: 'VIEW' } },
  'Agent Management': {
    ...people,
    except: {
      approveAgentAction: 'TRANSACT',
      rejectAgentAction: 'TRANSACT',
      // A dry run: it changes nothing.
      evaluateAgentPolicy: 'VIEW',
    },
  },
  'Strong Customer Authentication': money,
  'Internal Accounts': { ...money, except: { createInternalAccount: 'MANAGE' } },
  'Same-Currency Transfers': money,
  // An estimate changes nothing.
  'Cross-Currency Transfers': { ...money, except: { estimateCryptoWithdrawalFee: 'VIEW' } },
  Transactions: money,
  Sandbox: {
    ...money,
    except: {
      moveSandboxClock: 'MANAGE',
      createSandboxFault: 'MANAGE',
      listSandboxFaults: 'MANAGE',
      getSandboxFault: 'MANAGE',
      deleteSandboxFault: 'MANAGE',
    },
  },
  'Embedded Wallet Auth': { ...money, except: { unlockAuthCredential: 'MANAGE' } },
  'Exchange Rates': readOnly,
  Discoveries: readOnly,
  'Available UMA Providers': readOnly,
  VASPs: readOnly,
  'Request Log': readOnly,
}

describe('the table of permissions', () => {
  const platforms = operations.filter(({ security }) => security === undefined)

  test('has every operation that takes a platform’s token, and its permission', () => {
    const wanted = platforms.map(({ id, group, method }) => {
      const { reads, writes, except } = table[group] ?? {}
      return [id, except?.[id] ?? (method === 'get' ? reads : writes)]
    })
    expect(platforms.map(({ id, permission }) => [id, permission])).toEqual(wanted)
  })

  test('is in the reference', async () => {
    const { origin } = new URL(service().api.baseUrl)
    const text = await (await fetch(`${origin}/docs.md`)).text()
    for (const { method, path, id, permission, deprecated } of platforms) {
      const request = `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`
      const name = `\`${id}\`${deprecated ? ' (deprecated)' : ''}`
      expect(text).toContain(`| \`${permission}\` | \`${request}\` | ${name} |`)
    }
  })
})

describe('a token', () => {
  const pathOf = (path: string): string => path.replaceAll(/:\w+/g, `Nothing:${randomUUID()}`)

  test.each([[[]], ...permissions.map((one) => [[one]])])(
    'that may only %j is refused everything else',
    async (held) => {
      const api = await aTokenWith(...held)
      for (const operation of operations) {
        const method = operation.method.toUpperCase()
        const body = method === 'GET' ? undefined : {}
        const { status } = await api.call(method, pathOf(operation.path), body)
        const { permission } = operation
        const isPermitted = permission === undefined || permits(held, permission)
        expect(status === 403, operation.id).toBe(!isPermitted)
      }
    },
  )

  test('that has been deleted is refused everything', async () => {
    const { database } = service()
    const name = `deleted ${randomUUID()}`
    const body = { name, permissions: ['MANAGE'] }
    const made = shown('token', await call('POST', '/tokens', body), 201) as unknown as Made
    const its = createApiClient(service().api.baseUrl, made)
    expect((await its.call('GET', '/config')).status).toBe(200)
    expect((await call('DELETE', `/tokens/${made.id}`)).status).toBe(204)
    await waitUntil('the token is dead', async () => {
      return (await its.call('GET', '/config')).status === 401
    })
    expect(
      await database.query({ text: 'select 1 from tokens where name = $1', values: [name] }),
    ).toEqual([])
    for (const operation of sampleOf('deleted token', operations, 60)) {
      if (operation.security !== undefined) continue
      const method = operation.method.toUpperCase()
      const sent = method === 'GET' ? undefined : {}
      // From an address of its own each: an address that fails often has to wait.
      const from = { 'X-Forwarded-For': anAddress() }
      const { status } = await its.call(method, pathOf(operation.path), sent, from)
      expect([operation.id, status]).toEqual([operation.id, 401])
    }
  })

  test('of production is refused the sandbox only', async () => {
    const { stack, production } = service()
    const api = apiOf(stack, production)
    for (const operation of operations) {
      const method = operation.method.toUpperCase()
      const body = method === 'GET' ? undefined : {}
      const { status } = await api.call(method, pathOf(operation.path), body)
      expect(status === 403, operation.id).toBe(operation.sandboxOnly === true)
      if (operation.sandboxOnly === 'HIDDEN') expect(status, operation.id).toBe(404)
    }
  })
})

type Made = { readonly id: string; readonly clientId: string; readonly clientSecret: string }
