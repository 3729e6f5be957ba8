import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { createDevice, type Device, payloadOf } from '../../../../scripts/serviceDriver/device.ts'
import {
  aLoggedInWallet,
  aQuote,
  balanceOf,
  fund,
  type LoggedInWallet,
  type Resource,
  waitUntil,
} from '../../../support/builders.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  expectReplay,
  leavesNothing,
  sampled,
  service,
} from '../../service.ts'

type Sent = { readonly stamp?: string | undefined; readonly key?: string; readonly body?: object }

const send = (quote: { id: string }, { stamp, key, body }: Sent): Promise<Answer> =>
  call('POST', `/quotes/${quote.id}/execute`, body, {
    'Service-Wallet-Signature': stamp,
    'Idempotency-Key': key,
  })

async function execute(quote: Resource, fields: Omit<Sent, 'stamp'> = {}, device?: Device) {
  const { mine } = service()
  return send(quote, { ...fields, stamp: await (device ?? mine.device).stamp(payloadOf(quote)) })
}

const settled = (quote: Resource): Promise<Resource> =>
  waitUntil('the payment settles', async () => {
    const { body } = await call('GET', `/transactions/${quote.transactionId}`)
    return body.status === 'PROCESSING' ? undefined : (body as Resource)
  })

const shift = (table: string, column: string, id: string, by: string): Promise<unknown> =>
  service().database.query({
    text: `update ${table} set ${column} = service_now() + $2::interval where id = $1`,
    values: [id.split(':')[1], by],
  })

describeOperation('executeQuote', () => {
  test('moves the quote to PROCESSING, holds the money, and the payment settles', async () => {
    const { mine } = service()
    const before = await balanceOf(mine)
    const quote = await aQuote(mine)
    const key = randomUUID()
    const first = await execute(quote, { key })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      id: quote.id,
      status: 'PROCESSING',
      transactionId: quote.transactionId,
      totalSendingAmount: quote.totalSendingAmount,
      totalReceivingAmount: quote.totalReceivingAmount,
      feesIncluded: quote.feesIncluded,
    })
    expect(await balanceOf(mine)).toBe(before - 1_000_000n)
    expect(await settled(quote)).toMatchObject({ status: 'COMPLETED', sentAmount: { amount: 1e6 } })
    expect((await call('GET', `/quotes/${quote.id}`)).body.status).toBe('COMPLETED')
    // The first answer, whatever has happened since.
    expectReplay(first, await execute(quote, { key }))
    expect(await balanceOf(mine)).toBe(before - 1_000_000n)
  })

  sampled('a second time it is a 409, with whatever key', async () => {
    const quote = await aQuote(service().mine)
    const key = randomUUID()
    expect((await execute(quote, { key })).status).toBe(200)
    await settled(quote)
    await leavesNothing(async () => {
      expectRefusal(await execute(quote), 409, 'CONFLICT')
      expectRefusal(await execute(quote, { key: randomUUID() }), 409, 'CONFLICT')
      const body = { scaFactor: 'SMS_OTP' }
      expectRefusal(await execute(quote, { key, body }), 409, 'DUPLICATE_PAY_REQUEST')
    })
    const other = await aQuote(service().mine)
    await leavesNothing(async () => {
      expectRefusal(await execute(other, { key }), 409, 'DUPLICATE_PAY_REQUEST')
    })
    expect((await execute(other, { key: randomUUID() })).status).toBe(200)
  })

  test('without a key it works once, too: the same request again gets the first answer', async () => {
    const quote = await aQuote(service().mine)
    const first = await execute(quote)
    const again = await execute(quote)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expectRefusal(await execute(quote, { key: randomUUID() }), 409, 'CONFLICT')
  })

  test('a quote that does not exist, or of another platform, is a 404', async () => {
    const { mine, theirs } = service()
    const quote = await aQuote(theirs)
    const stamp = await theirs.device.stamp(payloadOf(quote))
    await leavesNothing(async () => {
      expectRefusal(await send(quote, { stamp }), 404, 'QUOTE_NOT_FOUND')
      for (const id of [`Quote:${randomUUID()}`, 'x', mine.wallet.id]) {
        expectRefusal(await send({ id }, { stamp }), 404, 'QUOTE_NOT_FOUND')
      }
    })
  })

  test('a quote past its time is a 400, and shows it', async () => {
    const quote = await aQuote(service().mine)
    await shift('payments', 'expires_at', quote.id, '-1 second')
    expect((await call('GET', `/quotes/${quote.id}`)).body.status).toBe('EXPIRED')
    // The answer is final, so the row says it too: the refusal or the expiry job moves it, with its event.
    expectRefusal(await execute(quote), 400, 'QUOTE_EXPIRED')
    await leavesNothing(async () => {
      expectRefusal(await execute(quote), 400, 'QUOTE_EXPIRED')
    })
  })

  sampled(
    'too little money is a 400 that frees its key; with money the same call pays once',
    async () => {
      const { stack } = service()
      const wallet = await aLoggedInWallet(stack, { minor: 999_999n })
      const quote = await aQuote(wallet)
      const key = randomUUID()
      const pay = (): Promise<Answer> => execute(quote, { key }, wallet.device)
      await leavesNothing(async () => {
        expectRefusal(await pay(), 400, 'INSUFFICIENT_FUNDS')
        expectRefusal(await pay(), 400, 'INSUFFICIENT_FUNDS')
      })
      await fund(wallet.api, wallet.wallet, 1n)
      expect((await pay()).status).toBe(200)
      expect((await settled(quote)).status).toBe('COMPLETED')
      expect(await balanceOf(wallet)).toBe(0n)
    },
  )
})

describe('the stamp of an execute', () => {
  const encode = (value: unknown): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url')
  const decode = (stamp: string): Record<string, string> =>
    JSON.parse(Buffer.from(stamp, 'base64url').toString())

  test('missing', async () => {
    const quote = await aQuote(service().mine)
    await leavesNothing(async () => {
      for (const stamp of [undefined, '', ' ']) {
        expectRefusal(await send(quote, { stamp }), 401, 'WALLET_SIGNATURE_MISSING')
      }
    })
  })

  test('malformed, in every way', async () => {
    const quote = await aQuote(service().mine)
    const good = decode(await service().mine.device.stamp(payloadOf(quote)))
    const odd = [
      'x',
      'not base64 at all!',
      'sandbox-valid-signature',
      encode(null),
      encode([]),
      encode('text'),
      encode({}),
      encode({ ...good, scheme: 'SIGNATURE_SCHEME_OTHER' }),
      encode({ ...good, publicKey: undefined }),
      encode({ ...good, publicKey: good.publicKey?.slice(2) }),
      encode({ ...good, publicKey: `02${'ff'.repeat(32)}` }),
      encode({ ...good, signature: 7 }),
      encode({ ...good, signature: `${good.signature}0` }),
      encode({ ...good, signature: `${good.signature}00` }),
      encode({ ...good, signature: 'zz' }),
      encode({ ...good, signature: '' }),
      encode({ ...good, padding: 'x'.repeat(4_000) }),
    ]
    await leavesNothing(async () => {
      for (const stamp of odd) {
        const answer = await send(quote, { stamp })
        expectRefusal(answer, 401, 'WALLET_SIGNATURE_MALFORMED')
        expect(answer.body.reason).toContain('must be a stamp: the base64url of a JSON object with')
      }
    })
  })

  test('over another text of this wallet, or over the body', async () => {
    const { mine } = service()
    const [quote, other] = [await aQuote(mine), await aQuote(mine)]
    await leavesNothing(async () => {
      const ofOther = await mine.device.stamp(payloadOf(other))
      expectRefusal(await send(quote, { stamp: ofOther }), 401, 'WALLET_SIGNATURE_BODY_MISMATCH')
      const body = { scaFactor: 'SMS_OTP' }
      const ofBody = await mine.device.stamp(JSON.stringify(body))
      const answer = await send(quote, { stamp: ofBody, body })
      expectRefusal(answer, 401, 'WALLET_SIGNATURE_BODY_MISMATCH')
    })
  })

  sampled('over anything else, or by a key that is no session of this wallet', async () => {
    const { mine, theirs, stack } = service()
    const sibling = await aLoggedInWallet(stack)
    const quote = await aQuote(mine)
    const payload = payloadOf(quote)
    const foreign = payloadOf(await aQuote(theirs))
    const stranger = createDevice()
    await leavesNothing(async () => {
      for (const stamp of [
        await mine.device.stamp(`${payload} `),
        await mine.device.stamp(foreign),
        await theirs.device.stamp(payload),
        await sibling.device.stamp(payload),
        await stranger.stamp(payload),
        encode({ ...decode(await mine.device.stamp(payload)), publicKey: stranger.publicKey }),
      ]) {
        expectRefusal(await send(quote, { stamp }), 401, 'WALLET_SIGNATURE_INVALID')
      }
    })
  })

  sampled('by a session that is over, or ends within five seconds', async () => {
    const { stack, database } = service()
    const wallet = await aLoggedInWallet(stack)
    const quote = await aQuote(wallet)
    const sessionsOf = ({ wallet: { id } }: LoggedInWallet, change: string): Promise<unknown> =>
      database.query({
        text: `update sessions set ${change} where account_id = $1`,
        values: [id.split(':')[1]],
      })
    const refused = async (): Promise<void> =>
      expectRefusal(await execute(quote, {}, wallet.device), 401, 'WALLET_SIGNATURE_INVALID')
    await leavesNothing(async () => {
      await sessionsOf(wallet, "expires_at = service_now() - interval '1 second'")
      await refused()
      await sessionsOf(wallet, "expires_at = service_now() + interval '4 seconds'")
      await refused()
      const later = "expires_at = service_now() + interval '10 minutes'"
      await sessionsOf(wallet, `${later}, ended_at = service_now()`)
      await refused()
      await sessionsOf(wallet, `${later}, ended_at = null`)
    })
    const key = randomUUID()
    const first = await execute(quote, { key }, wallet.device)
    expect(first.status).toBe(200)
    // A replay moves nothing: it does not need a session that still lives.
    await sessionsOf(wallet, 'ended_at = service_now()')
    expectReplay(first, await execute(quote, { key }, wallet.device))
  })

  test('is judged after the key and the time: then form, then text, then session', async () => {
    const { mine } = service()
    const late = await aQuote(mine)
    await shift('payments', 'expires_at', late.id, '-1 second')
    const foreign = await createDevice().stamp(payloadOf(late))
    for (const stamp of [undefined, 'x', foreign]) {
      expectRefusal(await send(late, { stamp }), 400, 'QUOTE_EXPIRED')
    }
    expectRefusal(await execute(late), 400, 'QUOTE_EXPIRED')
    const quote = await aQuote(mine)
    const key = randomUUID()
    const first = await execute(quote, { key })
    expect(first.status).toBe(200)
    await shift('payments', 'expires_at', quote.id, '-1 day')
    for (const stamp of [undefined, 'x', foreign]) {
      expectReplay(first, await send(quote, { stamp, key }))
      expectRefusal(await send(quote, { stamp, key: randomUUID() }), 409, 'CONFLICT')
    }
  })

  sampled('of sixty fresh keys is read, whichever half of the curve its s is in', async () => {
    const quote = await aQuote(service().mine)
    const payload = payloadOf(quote)
    for (let turn = 0; turn < 6; turn += 1) {
      const stamps = await Promise.all(
        Array.from({ length: 10 }, () => createDevice().stamp(payload)),
      )
      const answers = await Promise.all(stamps.map((stamp) => send(quote, { stamp })))
      for (const answer of answers) expectRefusal(answer, 401, 'WALLET_SIGNATURE_INVALID')
    }
  })
})
