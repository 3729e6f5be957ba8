/** Operations of an owner: sessions, revocation, export, privacy, contacts. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { withClient } from '../../../../scripts/devstack/postgres.ts'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { createDevice, signed, untilSettled } from '../../../../scripts/serviceDriver/device.ts'
import {
  anOwner,
  credentialIdsOf,
  type Owner,
  open,
  type SignedKind,
  send,
  sessionIdsOf,
  signedOperations,
} from '../../../auth/signedOperations.ts'
import { aCustomerBody, aLoggedInWallet, listed } from '../../../support/builders.ts'
import { sampleOf } from '../../../support/seed.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  sampled,
  service,
} from '../../service.ts'

const unknown = (kind: string): string[] => [`${kind}:${randomUUID()}`, 'x', randomUUID()]

describeOperation('listAuthSessions', () => {
  test('shows live sessions of every kind, oldest first, without keys', async () => {
    const owner = await anOwner(service().stack)
    const { status, body } = await call('GET', `/auth/sessions?accountId=${owner.wallet.id}`)
    expect(status).toBe(200)
    const sessions = body.data as { id: string; createdAt: string; expiresAt: string }[]
    expect(sessions.map(({ id }) => id)).toEqual([owner.sessionId, owner.passkeySessionId])
    for (const session of sessions) {
      expect(Object.keys(session).sort()).toEqual(
        ['accountId', 'createdAt', 'expiresAt', 'id', 'nickname', 'type', 'updatedAt'].sort(),
      )
      const lifeMs = Date.parse(session.expiresAt) - Date.parse(session.createdAt)
      expect(Math.abs(lifeMs - 900_000)).toBeLessThan(10_000)
    }
    await service().database.query({
      text: "update sessions set expires_at = service_now() - interval '1 second' where id = $1",
      values: [owner.sessionId.split(':')[1]],
    })
    expect(await sessionIdsOf(owner)).toEqual([owner.passkeySessionId])
    const refused = await call('DELETE', `/auth/sessions/${owner.sessionId}`)
    expectRefusal(refused, 404, 'SESSION_NOT_FOUND')
  })

  test("an account that is another platform's or unknown has none; one misspelt is a 400", async () => {
    for (const id of [service().theirs.wallet.id, `InternalAccount:${randomUUID()}`]) {
      const { status, body } = await call('GET', `/auth/sessions?accountId=${id}`)
      expect([status, body]).toEqual([200, { data: [] }])
    }
    for (const id of ['', 'x', randomUUID(), 'x'.repeat(65)]) {
      const answer = await call('GET', `/auth/sessions?accountId=${id}`)
      expect(fieldsOf(answer)).toHaveProperty('accountId')
    }
    expect(fieldsOf(await call('GET', '/auth/sessions'))).toEqual({ accountId: 'required' })
  })
})

describeOperation('refreshAuthSession', () => {
  test('answers 201 with a session of its own; the old one stays', async () => {
    const owner = await anOwner(service().stack)
    const client = createDevice()
    const path = `/auth/sessions/${owner.sessionId}/refresh`
    const body = { clientPublicKey: client.publicKey }
    const fresh = await signed(owner.api, owner.device, 'POST', path, body)
    expect([fresh.status, fresh.body.type]).toEqual([201, 'EMAIL_OTP'])
    expect(fresh.body).not.toHaveProperty('encryptedSessionSigningKey')
    expect(await sessionIdsOf(owner)).toContain(owner.sessionId)
    const again = `/auth/sessions/${fresh.body.id}/refresh`
    expect((await signed(owner.api, client, 'POST', again, body)).status).toBe(201)
  })

  sampled('needs a point, and a session that lives', async () => {
    const owner = await anOwner(service().stack)
    const path = `/auth/sessions/${owner.sessionId}/refresh`
    expect(fieldsOf(await call('POST', path, {}))).toEqual({ clientPublicKey: 'required' })
    const off = { clientPublicKey: `04${'ff'.repeat(64)}` }
    expect(fieldsOf(await call('POST', path, off))).toEqual({ clientPublicKey: 'format' })
    const body = { clientPublicKey: createDevice().publicKey }
    for (const id of unknown('Session')) {
      const answer = await call('POST', `/auth/sessions/${id}/refresh`, body)
      expectRefusal(answer, 404, 'SESSION_NOT_FOUND')
    }
    await signed(owner.api, owner.device, 'DELETE', `/auth/sessions/${owner.sessionId}`)
    expectRefusal(await call('POST', path, body), 404, 'SESSION_NOT_FOUND')
  })
})

describeOperation('revokeAuthSession', () => {
  test('ends one session, and its credential stays', async () => {
    const owner = await anOwner(service().stack)
    const path = `/auth/sessions/${owner.passkeySessionId}`
    const revoked = await signed(owner.api, owner.device, 'DELETE', path)
    expect([revoked.status, revoked.body]).toEqual([204, {}])
    expect(await sessionIdsOf(owner)).toEqual([owner.sessionId])
    expect(await credentialIdsOf(owner)).toContain(owner.passkeyCredential.id)
    for (const id of [owner.passkeySessionId, ...unknown('Session')]) {
      expectRefusal(await call('DELETE', `/auth/sessions/${id}`), 404, 'SESSION_NOT_FOUND')
    }
  })
})

describeOperation('revokeAuthCredential', () => {
  test('ends the credential with its sessions; what it opened before opens nothing', async () => {
    const owner = await anOwner(service().stack)
    const path = `/auth/credentials/${owner.passkeyCredential.id}`
    const { publicKey: clientPublicKey } = createDevice()
    const started = await call('POST', `${path}/challenge`, { clientPublicKey })
    expect((await signed(owner.api, owner.device, 'DELETE', path)).status).toBe(204)
    expect(await credentialIdsOf(owner)).toEqual([owner.credential.id])
    expect(await sessionIdsOf(owner)).toEqual([owner.sessionId])
    const body = {
      type: 'PASSKEY',
      assertion: owner.passkey.assert(String(started.body.challenge)),
    }
    const headers = { 'Request-Id': String(started.body.requestId) }
    const login = await call('POST', `${path}/verify`, body, headers)
    expectRefusal(login, 404, 'AUTH_METHOD_NOT_FOUND')
    expectRefusal(await call('DELETE', path), 404, 'AUTH_METHOD_NOT_FOUND')
    for (const id of unknown('AuthMethod')) {
      expectRefusal(await call('DELETE', `/auth/credentials/${id}`), 404, 'AUTH_METHOD_NOT_FOUND')
    }
  })

  test('the last one is a 400', async () => {
    const { credential } = service().mine
    await leavesNothing(async () => {
      const answer = await call('DELETE', `/auth/credentials/${credential.id}`)
      expectRefusal(answer, 400, 'INVALID_INPUT')
    })
  })
})

for (const [id, suffix, method, body] of [
  ['exportInternalAccount', '/export', 'POST', { clientPublicKey: createDevice().publicKey }],
  ['updateInternalAccount', '', 'PATCH', { privateEnabled: false }],
] as const) {
  describeOperation(id, () => {
    test('an unknown account is a 404; one that is no wallet is refused with its type', async () => {
      const { mine } = service()
      const list = await call('GET', `/internal-accounts?customerId=${mine.customer.id}`)
      const plain = (list.body.data as { id: string; type: string }[]).find(
        ({ type }) => type !== 'EMBEDDED_WALLET',
      )
      await leavesNothing(async () => {
        for (const one of [mine.customer.id, ...unknown('InternalAccount')]) {
          const answer = await call(method, `/internal-accounts/${one}${suffix}`, body)
          expectRefusal(answer, 404, 'ACCOUNT_NOT_FOUND')
        }
        const platforms = await call('GET', '/platform/internal-accounts?currency=USD')
        for (const one of [plain, (platforms.body.data as [{ id: string }])[0]]) {
          const answer = await call(method, `/internal-accounts/${one?.id}${suffix}`, body)
          expectRefusal(answer, 400, 'INVALID_INPUT')
          expect(fieldsOf(answer)).toEqual({ id: 'type' })
          expect(JSON.stringify(answer.body)).toContain('INTERNAL_FIAT')
        }
        const empty = await call(method, `/internal-accounts/${mine.wallet.id}${suffix}`, {})
        expect(Object.values(fieldsOf(empty))).toEqual(['required'])
      })
    })

    test('answers its result once', async () => {
      const owner = await anOwner(service().stack)
      const kind = id === 'exportInternalAccount' ? 'EXPORT' : 'PRIVACY'
      const request = signedOperations[kind].request(owner)
      const opened = await open(owner.api, request)
      const result = await untilSettled(() => send(owner.api, request, opened, owner.device))
      expect([result.status, result.body.id]).toEqual([200, owner.wallet.id])
      expectRefusal(await send(owner.api, request, opened, owner.device), 401, 'UNAUTHORIZED')
    })
  })
}

describe('the end of a signed operation', () => {
  /** Bodies of the events of a signed retry, as receivers get them. */
  const eventsOf = async (owner: Owner, requestId: string): Promise<unknown[]> => {
    const subject = requestId.replace('Request:', 'Operation:')
    const path = `/webhooks/events?subject=${subject}&withRequest=true`
    return listed(await owner.api.call('GET', path)).map((event) =>
      JSON.parse((event.request as { body: string }).body),
    )
  }

  test('is an event of the operations that the interface names, with nothing secret', async () => {
    const owner = await anOwner(service().stack)
    const expected = {
      EXPORT: ['wallet.export', 'INTERNAL_ACCOUNT', owner.wallet.id],
      ADD_CREDENTIAL: ['auth_credential.create', 'AUTH_METHOD', expect.any(String)],
      REVOKE_CREDENTIAL: ['auth_credential.delete', 'AUTH_METHOD', owner.passkeyCredential.id],
      PRIVACY: undefined,
      REFRESH_SESSION: undefined,
      CONTACT_CHANGE: undefined,
      // The one that stamps: last.
      REVOKE_SESSION: ['session.revoke', 'SESSION', owner.sessionId],
    } as const
    for (const kind of Object.keys(expected) as SignedKind[]) {
      const request = signedOperations[kind].request(owner)
      const opened = await open(owner.api, request)
      expect(await eventsOf(owner, opened.requestId)).toEqual([])
      const answer = await untilSettled(() => send(owner.api, request, opened, owner.device))
      expect(answer.status).toBe(signedOperations[kind].status)
      const [operationType, resourceType, resourceId] = expected[kind] ?? []
      const data = {
        operationId: opened.requestId.replace('Request:', 'Operation:'),
        ...{ requestId: opened.requestId, operationType, resourceType, resourceId },
        status: 'completed',
      }
      const type = 'WALLET_OPERATION.COMPLETED'
      const event = { id: expect.any(String), type, timestamp: expect.any(String), data }
      const events = await eventsOf(owner, opened.requestId)
      expect(events, kind).toEqual(operationType === undefined ? [] : [event])
      if (kind === 'ADD_CREDENTIAL') {
        expect(events).toMatchObject([{ data: { resourceId: answer.body.id } }])
      }
    }
  })

  test('that the provider refuses is an event with the code of the answer', async () => {
    const owner = await anOwner(service().stack)
    const prepared = await Promise.all(
      (['EXPORT', 'ADD_CREDENTIAL'] as const).map(async (kind) => {
        const request = signedOperations[kind].request(owner)
        return { request, opened: await open(owner.api, request) }
      }),
    )
    await withClient(service().stack.sandboxDatabaseUrl, (client) =>
      client.query('delete from sandbox.api_keys where public_key = $1', [owner.device.publicKey]),
    )
    for (const { request, opened } of prepared) {
      const answer = await untilSettled(() => send(owner.api, request, opened, owner.device))
      expectRefusal(answer, 401, 'WALLET_SIGNATURE_INVALID')
      expect(await eventsOf(owner, opened.requestId)).toMatchObject([
        {
          type: 'WALLET_OPERATION.FAILED',
          data: {
            requestId: opened.requestId,
            status: 'failed',
            error: { code: 'WALLET_SIGNATURE_INVALID' },
          },
        },
      ])
    }
    expect(await credentialIdsOf(owner)).toEqual([owner.credential.id, owner.passkeyCredential.id])
  })
})

describeOperation('updateCustomerById', () => {
  const patch = (id: string, body: object): Promise<Answer> =>
    call('PATCH', `/customers/${id}`, body)
  const INDIVIDUAL = { customerType: 'INDIVIDUAL' }

  test('changes what is sent and nothing else', async () => {
    const created = await call('POST', '/customers', aCustomerBody())
    const id = String(created.body.id)
    const change = { ...INDIVIDUAL, fullName: 'Ada King', phoneNumber: '+442071838750' }
    const { status, body } = await patch(id, change)
    expect([status, body]).toEqual([
      200,
      { ...created.body, ...change, updatedAt: expect.any(String) },
    ])
    const fixed = await patch(id, { ...INDIVIDUAL, platformCustomerId: 'other' })
    expect(fixed.body.platformCustomerId).toBe(created.body.platformCustomerId)
  })

  sampled('every field that is wrong is named; both contacts at once are refused', async () => {
    const { customer } = service().mine
    await leavesNothing(async () => {
      expect(fieldsOf(await patch(customer.id, {}))).toEqual({ customerType: 'required' })
      const wrong = { ...INDIVIDUAL, email: 'x', phoneNumber: '5', region: 'XX', birthDate: 'x' }
      expect(Object.keys(fieldsOf(await patch(customer.id, wrong))).sort()).toEqual(
        ['birthDate', 'email', 'phoneNumber', 'region'].sort(),
      )
      for (const id of unknown('Customer')) {
        expectRefusal(await patch(id, INDIVIDUAL), 404, 'USER_NOT_FOUND')
      }
    })
    const owner = await aLoggedInWallet(service().stack, { minor: 0n })
    await patch(owner.customer.id, { ...INDIVIDUAL, phoneNumber: '+14155550111' })
    const sms = { type: 'SMS_OTP', accountId: owner.wallet.id }
    await signed(owner.api, owner.device, 'POST', '/auth/credentials', sms)
    const both = { ...INDIVIDUAL, email: 'both@example.com', phoneNumber: '+14155550112' }
    expect(fieldsOf(await patch(owner.customer.id, both))).toEqual({ phoneNumber: 'not' })
    const phone = { ...INDIVIDUAL, phoneNumber: '+14155550113' }
    const path = `/customers/${owner.customer.id}`
    const changed = await signed(owner.api, owner.device, 'PATCH', path, phone)
    expect([changed.status, changed.body.phoneNumber]).toEqual([200, phone.phoneNumber])
  })

  sampled(
    'a taken UMA address, email or phone number is a 409, with or without a stamp',
    async () => {
      const { stack } = service()
      const [owner, other] = [await anOwner(stack), await aLoggedInWallet(stack, { minor: 0n })]
      const { id } = owner.customer
      const uma = { ...INDIVIDUAL, umaAddress: String(other.customer.umaAddress).toUpperCase() }
      expectRefusal(await patch(id, uma), 409, 'UMA_ADDRESS_EXISTS')
      const email = { ...INDIVIDUAL, email: String(other.customer.email).toUpperCase() }
      expectRefusal(await patch(id, email), 409, 'EMAIL_OTP_EMAIL_ALREADY_EXISTS')
      // Taken since the challenge, it is detected at the claim, before the provider is called.
      const free = String(owner.customer.umaAddress).replace('$', '$new-')
      const body = { ...INDIVIDUAL, umaAddress: free, email: `free-${randomUUID()}@example.com` }
      const request = { method: 'PATCH', path: `/customers/${id}`, body }
      const opened = await open(owner.api, request)
      const taken = await patch(other.customer.id, {
        ...INDIVIDUAL,
        umaAddress: free.toUpperCase(),
      })
      expect(taken.status).toBe(200)
      const answer = await send(owner.api, request, opened, owner.device)
      expectRefusal(answer, 409, 'UMA_ADDRESS_EXISTS')
      expect((await call('GET', `/customers/${id}`)).body.email).toBe(owner.customer.email)
    },
  )
})

describe('a signed operation', () => {
  test.each(sampleOf('a signed operation', Object.keys(signedOperations) as SignedKind[], 3))(
    '%s says what is wrong with a retry, uses nothing up, and then works',
    async (kind) => {
      const owner = await anOwner(service().stack)
      const { api, device } = owner
      const { request: requestOf, status } = signedOperations[kind]
      const request = requestOf(owner)
      const { method, path, body } = request
      const opened = await open(api, request)
      const [stamp, id] = [await device.stamp(opened.payload), opened.requestId]
      const sent = (signature: string | undefined, requestId?: string, other = body) =>
        call(method, path, other, {
          'Service-Wallet-Signature': signature,
          'Request-Id': requestId,
        })
      const scheme = Buffer.from(stamp, 'base64url').toString().replace('TK_API', 'OTHER')
      const refusals: [Promise<Answer>, string][] = [
        [sent(undefined, id), 'WALLET_SIGNATURE_MISSING'],
        [sent(stamp), 'REQUEST_ID_MISSING'],
        [sent('no stamp', id), 'WALLET_SIGNATURE_MALFORMED'],
        [sent(stamp.slice(0, -40), id), 'WALLET_SIGNATURE_MALFORMED'],
        [sent(Buffer.from(scheme).toString('base64url'), id), 'WALLET_SIGNATURE_MALFORMED'],
        [sent(stamp, `Request:${randomUUID()}`), 'UNAUTHORIZED'],
        [sent(await device.stamp(`${opened.payload} `), id), 'WALLET_SIGNATURE_INVALID'],
        [
          sent(await device.stamp(JSON.stringify(body ?? '')), id),
          body ? 'WALLET_SIGNATURE_BODY_MISMATCH' : 'WALLET_SIGNATURE_INVALID',
        ],
        [sent(await createDevice().stamp(opened.payload), id), 'WALLET_SIGNATURE_INVALID'],
      ]
      if (body !== undefined) {
        refusals.push([sent(stamp, id, { ...body, extra: 1 }), 'WALLET_SIGNATURE_BODY_MISMATCH'])
      }
      for (const [answer, code] of refusals) expectRefusal(await answer, 401, code)
      const other = await open(api, requestOf(owner))
      const crossed = await send(api, request, { ...other, requestId: id }, device)
      expectRefusal(crossed, 401, 'WALLET_SIGNATURE_BODY_MISMATCH')
      const done = await untilSettled(() => send(api, request, opened, device))
      expect(done.status, JSON.stringify(done.body)).toBe(status)
      expectRefusal(await send(api, request, opened, device), 401, 'UNAUTHORIZED')
    },
  )
})
