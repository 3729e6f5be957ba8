/** The simulators of cards, one by one; whole lives are in test/cards/transactions.test.ts. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  aLoggedInWallet,
  apiOf,
  type LoggedInWallet,
  type Resource,
  waitUntil,
} from '../../../support/builders.ts'
import { play, purchaseOf, transactionOf, untilTransaction } from '../../../support/cardPlays.ts'
import { aCard } from '../../../support/cards.ts'
import { aDelegatedKey } from '../../../support/delegatedKeys.ts'
import { describeOperation, expectRefusal, leavesNothing, sampled, service } from '../../service.ts'

let owner: LoggedInWallet
let card: Resource

let made: Promise<void> | undefined
/** Once, when the service runs. */
function setUp(): Promise<void> {
  made ??= (async () => {
    owner = await aLoggedInWallet(service().stack)
    card = (await aDelegatedKey(owner)).card
  })()
  return made
}
const describeSimulator = (id: string, tests: () => void): void =>
  describeOperation(id, () => {
    beforeAll(setUp)
    tests()
  })

const unknown = { id: `Card:${randomUUID()}` }
const merchant = { descriptor: 'BLUE BOTTLE COFFEE' }

/** Plays one that must work; the issuer's token. */
async function token(what: string, body: object): Promise<unknown> {
  const { status, body: answer } = await play(owner.api, card, what, body)
  expect([status, Object.keys(answer)]).toEqual([202, ['issuerTransactionToken']])
  return answer.issuerTransactionToken
}
async function purchase(cents = 100): Promise<{ readonly id: string; readonly token: unknown }> {
  const made = await token('authorization', purchaseOf(cents))
  const { id } = await untilTransaction(owner.api, owner.customer, made, 'AUTHORIZED')
  return { id, token: made }
}
const until = (made: unknown, status: string) =>
  untilTransaction(owner.api, owner.customer, made, status)

/** Unknown and foreign cards, a card that the issuer has not made, and production. */
function refusals(what: string, body: object): void {
  test('refuses a card that is unknown, another platform’s or not made, and production', async () => {
    const { stack, production, theirs } = service()
    const foreign = await aCard(theirs.api, theirs)
    const unmade = await aCard(owner.api, owner, { platformCardId: `${randomUUID()}-001` })
    await leavesNothing(async () => {
      for (const { id } of [unknown, foreign, { id: 'x' }]) {
        expectRefusal(await play(owner.api, { id }, what, body), 404, 'REFERENCE_NOT_FOUND')
      }
      expectRefusal(await play(owner.api, unmade, what, body), 400, 'INVALID_INPUT')
      const live = apiOf(stack, production)
      expectRefusal(await play(live, card, what, body), 404, 'NOT_FOUND')
    })
  })
}

/** A transaction of no card, and of another card of the same customer. */
function stepRefusals(what: string, body: object): void {
  const unknown = { cardTransactionId: `Transaction:${randomUUID()}`, ...body }
  refusals(what, unknown)
  test('refuses a transaction that is unknown, or another card’s', async () => {
    expectRefusal(await play(owner.api, card, what, unknown), 404, 'TRANSACTION_NOT_FOUND')
    const { id: cardTransactionId } = await purchase()
    const other = await aCard(owner.api, owner)
    // On a busy machine the issuer is asked after the answer.
    await waitUntil('the issuer has made it', async () => {
      const { body: shown } = await owner.api.call('GET', `/cards/${other.id}`)
      return shown.issuerRef === undefined ? undefined : true
    })
    const step = { cardTransactionId, ...body }
    expectRefusal(await play(owner.api, other, what, step), 404, 'TRANSACTION_NOT_FOUND')
  })
}

for (const [id, what, status] of [
  ['sandboxSimulateCardAuthorization', 'authorization', 'AUTHORIZED'],
  ['sandboxSimulateCardFinancialAuthorization', 'financial_authorization', 'SETTLED'],
  ['sandboxSimulateCardCreditAuthorization', 'credit_authorization', 'AUTHORIZED'],
  ['sandboxSimulateCardFinancialCreditAuthorization', 'financial_credit_authorization', 'SETTLED'],
  ['sandboxSimulateCardCreditAuthorizationAdvice', 'credit_authorization_advice', 'AUTHORIZED'],
] as const) {
  describeSimulator(id, () => {
    test('is listed', async () => {
      await until(await token(what, purchaseOf(100)), status)
    })
    refusals(what, purchaseOf(100))
  })
}

describeSimulator('sandboxSimulateCardBalanceInquiry', () => {
  test('leaves no transaction', async () => {
    const made = await token('balance_inquiry', { merchant })
    expect(await transactionOf(owner.api, owner.customer, made)).toBeUndefined()
  })
  refusals('balance_inquiry', { merchant })
})

describeSimulator('sandboxSimulateCardClearing', () => {
  test('settles', async () => {
    const { id, token: made } = await purchase()
    await token('clearing', { cardTransactionId: id, amount: 100 })
    await until(made, 'SETTLED')
    const again = { cardTransactionId: id, amount: 1 }
    expectRefusal(await play(owner.api, card, 'clearing', again), 400, 'INVALID_INPUT')
  })
  stepRefusals('clearing', { amount: 1 })
})

describeSimulator('sandboxSimulateCardAuthorizationReversal', () => {
  test('releases a part, and then the rest', async () => {
    const { id: cardTransactionId, token: made } = await purchase()
    const more = { cardTransactionId, amount: 101 }
    expectRefusal(await play(owner.api, card, 'authorization_reversal', more), 400, 'INVALID_INPUT')
    await token('authorization_reversal', { cardTransactionId, amount: 30 })
    await expect
      .poll(async () => (await transactionOf(owner.api, owner.customer, made))?.authorizedAmount)
      .toMatchObject({ amount: 70 })
    await token('authorization_reversal', { cardTransactionId })
    expect(await until(made, 'VOIDED')).not.toHaveProperty('settledAmount')
  })
  stepRefusals('authorization_reversal', {})
})

describeSimulator('sandboxSimulateCardAuthorizationExpiry', () => {
  test('ends an authorization, once, and none that is cleared in part', async () => {
    const { id: cardTransactionId, token: made } = await purchase()
    await token('authorization_expiry', { cardTransactionId })
    await until(made, 'VOIDED')
    const cleared = await purchase()
    await token('clearing', { cardTransactionId: cleared.id, amount: 10 })
    await until(cleared.token, 'PARTIALLY_SETTLED')
    for (const id of [cardTransactionId, cleared.id]) {
      const again = { cardTransactionId: id }
      expectRefusal(
        await play(owner.api, card, 'authorization_expiry', again),
        400,
        'INVALID_INPUT',
      )
    }
  })
  stepRefusals('authorization_expiry', {})
})

/** A purchase that is settled, by its id. */
async function bought(cents: number): Promise<string> {
  const { id, token: made } = await purchase(cents)
  await token('clearing', { cardTransactionId: id, amount: cents })
  await until(made, 'SETTLED')
  return id
}

/** Plays a step of a dispute that must work. */
async function dispute(what: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const { status, body: answer } = await play(owner.api, card, `dispute_${what}`, body)
  expect([status, answer]).toEqual([
    202,
    expect.objectContaining({ disputeId: expect.stringMatching(/^CardDispute:/) }),
  ])
  return answer
}

/** How a purchase shows its dispute, and what the wallet has. */
async function shownDispute(id: string): Promise<unknown> {
  const { body } = await owner.api.call('GET', `/transactions/${id}`)
  return (body.disputes as readonly unknown[] | undefined)?.[0]
}
async function balance(): Promise<number> {
  const { body } = await owner.api.call(
    'GET',
    `/internal-accounts?customerId=${owner.customer.id}&type=EMBEDDED_WALLET`,
  )
  const [wallet] = body.data as readonly { totalBalance: { amount: number } }[]
  return wallet?.totalBalance.amount ?? 0
}

describeSimulator('sandboxSimulateCardDisputeOpen', () => {
  test('opens one, of at most what is settled, fifty at once', async () => {
    const { id: unsettled } = await purchase()
    const early = { cardTransactionId: unsettled }
    expectRefusal(await play(owner.api, card, 'dispute_open', early), 400, 'INVALID_INPUT')
    const id = await bought(100)
    const body = { cardTransactionId: id, reason: 'NOT_RECEIVED' }
    const more = { ...body, amount: 101 }
    expectRefusal(await play(owner.api, card, 'dispute_open', more), 400, 'INVALID_INPUT')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => play(owner.api, card, 'dispute_open', body)),
    )
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    const codes = answers.filter(({ status }) => status !== 202).map((answer) => answer.body.code)
    expect(new Set(codes)).toEqual(new Set(['CONFLICT']))
    expect(await shownDispute(id)).toMatchObject({
      ...{ status: 'OPEN', disposition: null, reason: 'NOT_RECEIVED', amount: { amount: 100 } },
    })
  })
  stepRefusals('dispute_open', {})
})

describeSimulator('sandboxSimulateCardDisputeProvisionalCredit', () => {
  test('credits the wallet, at most what is disputed', async () => {
    const id = await bought(100)
    const body = { cardTransactionId: id, amount: 80 }
    expectRefusal(
      await play(owner.api, card, 'dispute_provisional_credit', body),
      400,
      'INVALID_INPUT',
    )
    await dispute('open', { cardTransactionId: id, amount: 90 })
    const before = await balance()
    await dispute('provisional_credit', body)
    expect((await balance()) - before).toBe(800_000)
    expectRefusal(
      await play(owner.api, card, 'dispute_provisional_credit', body),
      400,
      'INVALID_INPUT',
    )
    expect(await shownDispute(id)).toMatchObject({ creditedAmount: { amount: 80 } })
  })
  stepRefusals('dispute_provisional_credit', { amount: 1 })
})

describeSimulator('sandboxSimulateCardDisputeProvisionalCreditReversal', () => {
  test('takes back what was credited, and no more', async () => {
    const id = await bought(100)
    await dispute('open', { cardTransactionId: id })
    const before = await balance()
    await dispute('provisional_credit', { cardTransactionId: id, amount: 60 })
    const body = { cardTransactionId: id, amount: 61 }
    const what = 'dispute_provisional_credit_reversal'
    expectRefusal(await play(owner.api, card, what, body), 400, 'INVALID_INPUT')
    await dispute('provisional_credit_reversal', { ...body, amount: 60 })
    await expect.poll(balance).toBe(before)
  })
  stepRefusals('dispute_provisional_credit_reversal', { amount: 1 })
})

describeSimulator('sandboxSimulateCardDisputeClose', () => {
  test('takes back what the network does not give', async () => {
    const id = await bought(101)
    const lost = { cardTransactionId: id, disposition: 'LOST' }
    expectRefusal(await play(owner.api, card, 'dispute_close', lost), 400, 'INVALID_INPUT')
    await dispute('open', { cardTransactionId: id })
    const before = await balance()
    await dispute('provisional_credit', { cardTransactionId: id, amount: 101 })
    for (const body of [
      { ...lost, recoveredAmount: 1 },
      { ...lost, disposition: 'PARTIALLY_WON', recoveredAmount: 101 },
      { ...lost, disposition: 'OTHER' },
    ]) {
      expectRefusal(await play(owner.api, card, 'dispute_close', body), 400, 'INVALID_INPUT')
    }
    const closed = await dispute('close', { ...lost, disposition: 'PARTIALLY_WON' })
    expect(closed).toMatchObject({ status: 'CLOSED', disposition: 'PARTIALLY_WON' })
    await expect.poll(balance).toBe(before + 500_000)
    expect(await shownDispute(id)).toMatchObject({ recoveredAmount: { amount: 50 } })
    // Another one may follow.
    await dispute('open', { cardTransactionId: id, amount: 51 })
    await dispute('close', lost)
  })
  stepRefusals('dispute_close', { disposition: 'WON' })
})

describeSimulator('sandboxSimulateCardAuthorizationAdvice', () => {
  test('sets a new total', async () => {
    const { id, token: made } = await purchase()
    await token('authorization_advice', { cardTransactionId: id, amount: 250 })
    await expect
      .poll(async () => (await transactionOf(owner.api, owner.customer, made))?.authorizedAmount)
      .toMatchObject({ amount: 250 })
  })
  stepRefusals('authorization_advice', { amount: 1 })
})

async function refunded(): Promise<string> {
  const { id, token: made } = await purchase()
  await token('clearing', { cardTransactionId: id, amount: 100 })
  await until(made, 'SETTLED')
  await until(await token('return', { cardTransactionId: id, amount: 100 }), 'SETTLED')
  return id
}

describeSimulator('sandboxSimulateCardReturn', () => {
  test('refunds, and no more than was settled', async () => {
    const cardTransactionId = await refunded()
    const more = { cardTransactionId, amount: 1 }
    expectRefusal(await play(owner.api, card, 'return', more), 400, 'INVALID_INPUT')
  })
  stepRefusals('return', { amount: 1 })
})

describeSimulator('sandboxSimulateCardReturnReversal', () => {
  sampled('takes the refund back, once', async () => {
    const body = { cardTransactionId: await refunded() }
    const back = await token('return_reversal', body)
    await until(back, 'VOIDED')
    expectRefusal(await play(owner.api, card, 'return_reversal', body), 400, 'INVALID_INPUT')
  })
  stepRefusals('return_reversal', {})
})
