import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { changePlatform, createPlatform } from '../../../../db/platforms.ts'
import type { Answer, ApiClient } from '../../../../scripts/serviceDriver/apiClient.ts'
import { apiOf, createCustomer, listed, type Resource, shown } from '../../../support/builders.ts'
import {
  aFreshPlatform,
  aTokenWith,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  service,
} from '../../service.ts'

const PAGE = 'https://invite.example/i'

const umaOf = ({ umaAddress }: Resource): string => String(umaAddress)

async function anInvitation(fields: object = {}): Promise<Resource> {
  const { api, mine } = service()
  const body = { inviterUma: mine.customer.umaAddress, ...fields }
  return shown('invitation', await api.call('POST', '/invitations', body), 201)
}

const claim = (api: ApiClient, code: unknown, inviteeUma: unknown): Promise<Answer> =>
  api.call('POST', `/invitations/${code}/claim`, { inviteeUma })
const cancel = (api: ApiClient, code: unknown): Promise<Answer> =>
  api.call('POST', `/invitations/${code}/cancel`)
const read = (api: ApiClient, code: unknown): Promise<Answer> =>
  api.call('GET', `/invitations/${code}`)

async function expire(code: unknown): Promise<void> {
  await service().database.query({
    text: 'update invitations set expires_at = service_now() where code = $1',
    values: [code],
  })
}

describe('invitations', () => {
  beforeAll(async () => {
    const { stack, database } = service()
    await database.query({
      text: `update platforms set invitation_url = $1 where id = (
      select platform_id from tokens where client_id = $2)`,
      values: [PAGE, stack.platform.clientId],
    })
  })

  describeOperation('createInvitation', () => {
    test('answers a code that nobody guesses, and where it is claimed', async () => {
      const { mine } = service()
      const expiresAt = '2099-01-01T00:00:00.000Z'
      const invitation = await anInvitation({
        inviterUma: umaOf(mine.customer).toUpperCase(),
        firstName: 'Grace',
        amountToSend: 5_000_000,
        expiresAt,
      })
      expect(invitation).toEqual({
        code: expect.stringMatching(/^[\w-]{22}$/),
        url: `${PAGE}/${invitation.code}`,
        status: 'PENDING',
        inviterUma: mine.customer.umaAddress,
        firstName: 'Grace',
        amountToSend: { amount: 5_000_000, currency: expect.objectContaining({ code: 'USDB' }) },
        expiresAt,
        createdAt: expect.any(String),
      })
      const bare = await anInvitation()
      expect(Object.keys(bare).sort()).toEqual(['code', 'createdAt', 'inviterUma', 'status', 'url'])
      expect(bare.code).not.toBe(invitation.code)
    })

    test('every wrong field is named in one answer', async () => {
      const { api, mine, theirs } = service()
      const ask = (body: object): Promise<Answer> => api.call('POST', '/invitations', body)
      const deleted = await createCustomer(api)
      await service().database.query({
        text: 'update customers set is_deleted = true where id = $1',
        values: [deleted.id.slice('Customer:'.length)],
      })
      await leavesNothing(async () => {
        expect(fieldsOf(await ask({}))).toEqual({ inviterUma: 'required' })
        expect(
          fieldsOf(
            await ask({ inviterUma: 'ada', firstName: '', amountToSend: 0, expiresAt: 'x' }),
          ),
        ).toEqual({
          inviterUma: 'pattern',
          firstName: 'minLength',
          amountToSend: 'exclusiveMinimum',
          expiresAt: 'format',
        })
        const past = '2020-01-01T00:00:00Z'
        for (const inviterUma of [
          theirs.customer.umaAddress,
          deleted.umaAddress,
          '$nobody@example.com',
        ]) {
          const answer = await ask({ inviterUma, expiresAt: past, amountToSend: 1 })
          expect(fieldsOf(answer)).toEqual({ inviterUma: 'not', expiresAt: 'not' })
        }
        const own = { inviterUma: mine.customer.umaAddress, expiresAt: past }
        expect(fieldsOf(await ask(own))).toEqual({ expiresAt: 'not' })
      })
    })

    test('only on a platform where they are configured, and not after that was taken back', async () => {
      const { stack, database } = service()
      const name = `inviting ${randomUUID()}`
      const credentials = await createPlatform(stack.databaseUrl, {
        name,
        invitationUrl: `${PAGE}/`,
      })
      const api = apiOf(stack, credentials)
      const customer = await createCustomer(api)
      const ask = (): Promise<Answer> =>
        api.call('POST', '/invitations', { inviterUma: customer.umaAddress, amountToSend: 700 })
      const made = shown('invitation', await ask(), 201)
      expect(made.url).toBe(`${PAGE}/${made.code}`)
      expect(made.amountToSend).toMatchObject({ amount: 700, currency: { code: 'USDB' } })
      await database.transaction((tx) =>
        changePlatform(tx, credentials.id, { invitationUrl: null }),
      )
      expectRefusal(await ask(), 400, 'INVITATIONS_NOT_CONFIGURED')
      // What was made before stays.
      expect((await read(api, made.code)).body).toEqual(made)
    })
  })

  describeOperation('getInvitation', () => {
    test('is for every platform of the environment that has the code', async () => {
      const { api, theirs, stack, production } = service()
      const invitation = await anInvitation({ firstName: 'Grace' })
      for (const reader of [api, theirs.api]) {
        expect((await read(reader, invitation.code)).body).toEqual(invitation)
      }
      const other = await read(apiOf(stack, production), invitation.code)
      expectRefusal(other, 404, 'INVITATION_NOT_FOUND')
      const changed = String(invitation.code).toUpperCase()
      for (const code of [changed, randomUUID(), 'x', '%25', 'x'.repeat(500)]) {
        expectRefusal(await read(api, code), 404, 'INVITATION_NOT_FOUND')
      }
    })

    test('shows who has claimed it to the two platforms alone', async () => {
      const { api, theirs } = service()
      const { code } = await anInvitation()
      const claimed = await claim(theirs.api, code, theirs.customer.umaAddress)
      expect((await read(api, code)).body).toEqual(claimed.body)
      expect((await read(theirs.api, code)).body).toEqual(claimed.body)
      const { inviteeUma: _, ...rest } = claimed.body
      expect((await read(await aFreshPlatform(), code)).body).toEqual(rest)
    })

    test('one that is past its time is EXPIRED', async () => {
      const { code } = await anInvitation({ expiresAt: '2099-01-01T00:00:00Z' })
      await expire(code)
      expect((await read(service().api, code)).body).toMatchObject({ code, status: 'EXPIRED' })
    })

    test('one of a customer who has been deleted is CANCELLED', async () => {
      const { api, theirs, database } = service()
      const inviter = await createCustomer(api)
      const { code } = await anInvitation({ inviterUma: inviter.umaAddress })
      await database.query({
        text: 'update customers set is_deleted = true where id = $1',
        values: [inviter.id.slice('Customer:'.length)],
      })
      expect((await read(api, code)).body).toMatchObject({ status: 'CANCELLED' })
      const answer = await claim(theirs.api, code, theirs.customer.umaAddress)
      expectRefusal(answer, 400, 'INVITATION_CANCELLED')
    })
  })

  describeOperation('claimInvitation', () => {
    test('notifies the platform of the inviter, once', async () => {
      const { api, theirs } = service()
      const invitation = await anInvitation({ amountToSend: 1_000_000 })
      const answer = await claim(theirs.api, invitation.code, theirs.customer.umaAddress)
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({
        ...invitation,
        status: 'CLAIMED',
        inviteeUma: theirs.customer.umaAddress,
        claimedAt: expect.any(String),
      })
      const subject = `subject=Invitation:${invitation.code}`
      const events = listed(await api.call('GET', `/webhooks/events?${subject}&withRequest=true`))
      expect(events.map(({ type }) => type)).toEqual(['INVITATION.CLAIMED'])
      const { body } = (events[0] as { readonly request?: unknown }).request as { body: string }
      expect(JSON.parse(body)).toMatchObject({ type: 'INVITATION.CLAIMED', data: answer.body })
      expect(listed(await theirs.api.call('GET', `/webhooks/events?${subject}`))).toEqual([])
    })

    test('of ten at once, of two platforms, one succeeds', async () => {
      const { api, theirs } = service()
      const [one, another] = [await createCustomer(api), theirs.customer]
      const { code } = await anInvitation()
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          index % 2 === 0
            ? claim(api, code, one.umaAddress)
            : claim(theirs.api, code, another.umaAddress),
        ),
      )
      const [won, ...others] = answers.filter(({ status }) => status === 200)
      expect(others).toEqual([])
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expectRefusal(answer, 400, 'INVITATION_ALREADY_CLAIMED')
      }
      expect((await read(api, code)).body).toEqual(won?.body)
      const events = listed(await api.call('GET', `/webhooks/events?subject=Invitation:${code}`))
      expect(events).toHaveLength(1)
    })

    test('refuses whoever is no active customer of the caller, and the inviter', async () => {
      const { api, mine, theirs, stack, production, database } = service()
      const { code } = await anInvitation()
      const deleted = await createCustomer(theirs.api)
      await database.query({
        text: 'update customers set is_deleted = true where id = $1',
        values: [deleted.id.slice('Customer:'.length)],
      })
      await leavesNothing(async () => {
        for (const [by, uma, constraint] of [
          [theirs.api, '$nobody@example.com', 'not'],
          [theirs.api, mine.customer.umaAddress, 'not'],
          [theirs.api, deleted.umaAddress, 'not'],
          [api, theirs.customer.umaAddress, 'not'],
          [api, mine.customer.umaAddress, 'not'],
          [api, 'ada', 'pattern'],
          [api, undefined, 'required'],
        ] as const) {
          expect(fieldsOf(await claim(by, code, uma))).toEqual({ inviteeUma: constraint })
        }
        const elsewhere = await claim(apiOf(stack, production), code, mine.customer.umaAddress)
        expectRefusal(elsewhere, 404, 'INVITATION_NOT_FOUND')
        const unknown = await claim(api, randomUUID(), theirs.customer.umaAddress)
        expectRefusal(unknown, 404, 'INVITATION_NOT_FOUND')
      })
      expect((await read(api, code)).body).toMatchObject({ status: 'PENDING' })
    })

    test('refuses one that has ended, each by its own code', async () => {
      const { api, theirs } = service()
      const { umaAddress } = theirs.customer
      const [expired, cancelled] = [await anInvitation(), await anInvitation()]
      await expire(expired.code)
      await cancel(api, cancelled.code)
      const late = await claim(theirs.api, expired.code, umaAddress)
      expect(fieldsOf(late)).toEqual({ invitationCode: 'not' })
      expectRefusal(
        await claim(theirs.api, cancelled.code, umaAddress),
        400,
        'INVITATION_CANCELLED',
      )
    })
  })

  describeOperation('cancelInvitation', () => {
    test('ends an invitation, once', async () => {
      const { api } = service()
      const invitation = await anInvitation()
      const answer = await cancel(api, invitation.code)
      expect([answer.status, answer.body]).toEqual([200, { ...invitation, status: 'CANCELLED' }])
      expectRefusal(await cancel(api, invitation.code), 400, 'INVITATION_CANCELLED')
    })

    test('not one that was claimed, is past its time, or that another platform made', async () => {
      const { api, theirs, stack, production } = service()
      const [claimed, expired, foreign] = [
        await anInvitation(),
        await anInvitation(),
        await anInvitation(),
      ]
      await claim(theirs.api, claimed.code, theirs.customer.umaAddress)
      expectRefusal(await cancel(api, claimed.code), 400, 'INVITATION_ALREADY_CLAIMED')
      await expire(expired.code)
      expect(fieldsOf(await cancel(api, expired.code))).toEqual({ invitationCode: 'not' })
      expectRefusal(await cancel(theirs.api, foreign.code), 403, 'FORBIDDEN')
      const elsewhere = await cancel(apiOf(stack, production), foreign.code)
      expectRefusal(elsewhere, 404, 'INVITATION_NOT_FOUND')
      expectRefusal(await cancel(api, randomUUID()), 404, 'INVITATION_NOT_FOUND')
      expect((await read(api, foreign.code)).body).toMatchObject({ status: 'PENDING' })
    })

    test('at once with a claim: one of the two', async () => {
      const { api, theirs } = service()
      for (let round = 0; round < 5; round += 1) {
        const { code } = await anInvitation()
        const answers = await Promise.all([
          cancel(api, code),
          claim(theirs.api, code, theirs.customer.umaAddress),
        ])
        const outcome = answers.map(({ status, body }) => (status === 200 ? 200 : body.code))
        expect([
          [200, 'INVITATION_CANCELLED'],
          ['INVITATION_ALREADY_CLAIMED', 200],
        ]).toContainEqual(outcome)
      }
    })
  })

  test('are made, claimed and cancelled with MANAGE, and read with VIEW', async () => {
    const [viewer, sender] = [await aTokenWith('VIEW'), await aTokenWith('TRANSACT')]
    const { code } = await anInvitation()
    for (const api of [viewer, sender]) {
      expect((await read(api, code)).status).toBe(200)
      expectRefusal(await claim(api, code, '$x@example.com'), 403, 'FORBIDDEN')
      expectRefusal(await cancel(api, code), 403, 'FORBIDDEN')
    }
  })
})
