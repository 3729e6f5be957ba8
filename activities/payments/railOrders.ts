/** What instructions to the rail share: submitted once, polled until a final state, stopped. */
import { sleep } from '@temporalio/activity'
import { type Clock, systemClock } from '../../contract/time.ts'
import type { RailCall, WaitingCall } from '../../db/railFunctions.ts'
import {
  type CollectionInstruction,
  type KnownOrder,
  type Payout,
  type PayoutInstruction,
  type Rail,
  RailError,
} from '../../providers/payoutRail/index.ts'
import { isAttemptOver } from '../attempt.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { payoutsPaused, stillPending, unknownOutcome } from '../retryableFailures.ts'
import type { PaymentOutcome } from './outcome.ts'

/**
 * Instant payouts are terminal this soon: the first polls are made within the first attempt, since
 * a further attempt costs the server as much as the whole activity. Their sum stays far below the
 * start-to-close timeout.
 */
const FIRST_POLL_GAPS_MS = [250, 500, 1_000]
/** What is worth a look later than this is not polled within an attempt. */
const SOON_MS = 2_000

/** The call that is to be made now. @throws ApplicationFailure while it must wait */
export function requireUnheld<Call extends RailCall>(call: Call | WaitingCall): Call {
  if (call.action === 'WAIT') throw payoutsPaused()
  return call as Call
}

/** What any instruction to a rail has. */
type Asked = Pick<RailCall, 'action' | 'environment' | 'reference' | 'instruction' | 'isFirst'> &
  Partial<
    Pick<RailCall, 'kind' | 'isMoneyHeld' | 'provider' | 'request' | 'network' | 'handle' | 'since'>
  >

type RailOrderDependencies = Pick<ActivityDependencies, 'config' | 'database' | 'outside'> & {
  readonly clock?: Clock
}

/** Calls about instructions to the rails of a payment's environment. */
export function createRailOrders({
  config,
  database,
  outside,
  clock = systemClock,
}: RailOrderDependencies) {
  return {
    /**
     * Does what is to be done about an instruction and returns its final state. A missing response
     * is never one, and neither is a reference that the rail does not know: it may be on its way.
     * Undefined for what has not left and never will, or is closed.
     */
    async awaitFinalState(what: string, call: RailCall): Promise<Payout | undefined> {
      const payout = await awaitEnd(what, call)
      if (call.isUnconfirmed && payout !== undefined && payout.state !== 'FAILED') {
        const { kind, attempt, paymentId } = call
        await database.call('confirm_rail_order', paymentId, kind, attempt)
      }
      return payout
    },

    /** Like `awaitFinalState`, of an instruction that no operator can have recorded as paid. */
    awaitEnd,

    /** Stops what the rail has reported as failed, and returns its final state; undefined if it knows none. */
    stopEarlier(
      what: string,
      asked: Pick<Asked, 'environment' | 'reference' | 'instruction'>,
    ): Promise<Payout | undefined> {
      const { environment, reference } = asked
      return untilFinal(what, async () => {
        const known = await database.call('known_at_rail', environment, reference)
        const rail = outside.payoutRail(environment, known?.provider)
        return ownPayout(asked, await rail.cancel(reference, knownOf(known ?? {})))
      })
    },

    /** Stops an instruction and returns its final state. */
    stop(what: string, call: RailCall): Promise<Payout | undefined> {
      return untilFinal(what, async () => noted(call, await stopAtRail(call)))
    },
  }

  function awaitEnd(what: string, call: Asked): Promise<Payout | undefined> {
    return untilFinal(what, async () => noted(call, ownPayout(call, await perform(call))))
  }

  /** The provider that carries it. */
  function railOf({ environment, provider }: Asked): Rail {
    return outside.payoutRail(environment, provider)
  }

  /** What a provider with ids of its own calls it is looked up by that from then on. */
  async function noted(
    { reference, handle: known }: Asked,
    payout: Payout | undefined,
  ): Promise<Payout | undefined> {
    const { handle = null, code = null, refund = null } = payout ?? {}
    if ((handle !== null && handle !== known) || code !== null) {
      await database.call('note_rail_handle', reference, handle, code, refund)
    }
    if (payout?.onChain !== undefined) {
      await database.call('note_on_chain', reference, payout.onChain)
    }
    return payout
  }

  /**
   * With its request, of a provider that makes requests beforehand: made once, and kept before it is first sent. Undefined:
   * it has ended meanwhile, and nothing of it may leave.
   *
   * @throws RailError also REFUSED, for what the provider never takes: nothing has been sent then
   */
  async function withRequest(call: Asked): Promise<Asked | undefined> {
    const rail = railOf(call)
    if (rail.requestOf === undefined || call.request) return call
    const made = await requestOf(rail, call)
    const request = await database.call('keep_rail_request', call.reference, made)
    return request === null ? undefined : { ...call, request }
  }

  async function untilFinal(
    what: string,
    ask: () => Promise<Payout | undefined>,
  ): Promise<Payout | undefined> {
    try {
      const payout = await ask()
      if (payout?.state === 'PENDING') throw stillPending(what, config, untilNextLook(payout))
      return payout
    } catch (error) {
      if (error instanceof RailError) throw unknownOutcome(what, error)
      throw error
    }
  }

  /** Undefined: as usual. */
  function untilNextLook({ nextLookAt }: Payout): number | undefined {
    return nextLookAt === undefined ? undefined : Date.parse(nextLookAt) - clock.now().getTime()
  }

  function perform(call: Asked): Promise<Payout | undefined> {
    switch (call.action) {
      case 'SUBMIT':
        return submitAndPoll(call)
      case 'STOP':
        return stopAtRail(call)
      case 'CONFIRM':
        return confirmAtRail(call)
      case 'FOLLOW':
        return followAtRail(call)
      case 'NONE':
        return Promise.resolve(undefined)
    }
  }

  /** What has ended is not submitted again: what has not left by now never will. */
  async function followAtRail(call: Asked): Promise<Payout | undefined> {
    const payout = await railOf(call).find(call.reference, knownOf(call))
    return payout?.isUnsent ? { ...refusedPayout, reference: call.reference } : payout
  }

  async function submitAndPoll(call: Asked): Promise<Payout> {
    const rail = railOf(call)
    // Of a provider that makes requests beforehand nothing has left without one, which has named the network.
    const isFirst = call.isFirst || (rail.requestOf !== undefined && !call.network)
    let payout = isFirst ? undefined : await rail.find(call.reference, knownOf(call))
    // What is made and does not leave is submitted again.
    if (payout === undefined || payout.isUnsent) payout = await submit({ ...call, isFirst })
    const { handle } = payout
    const known = { ...call, ...(handle !== undefined && { handle }) }
    for (const gapMs of call.isFirst ? FIRST_POLL_GAPS_MS : []) {
      if (payout.state !== 'PENDING' || (untilNextLook(payout) ?? 0) > SOON_MS) break
      await sleep(gapMs)
      payout = (await rail.find(call.reference, knownOf(known))) ?? payout
    }
    return payout
  }

  /** What an operator has recorded as paid; void if the rail has not received it by now. */
  async function confirmAtRail(call: Asked): Promise<Payout> {
    return (await railOf(call).find(call.reference, knownOf(call))) ?? (await stopAtRail(call))
  }

  /**
   * A rail that does not void unknown references is sent the same instruction once more, and is
   * then asked to stop that: what arrives later under the reference is a repetition. Not where the
   * money has gone: the rail might pay it.
   */
  async function stopAtRail(asked: Asked): Promise<Payout> {
    const { reference } = asked
    const rail = railOf(asked)
    const call = await requestToStop(asked)
    if ('state' in call) return call
    let payout = await rail.cancel(reference, knownOf(call))
    if (payout === undefined && rail.requestOf !== undefined && !call.request) {
      // It has ended, and its request is not kept any more: one that is made again voids the reference.
      const request = await requestOf(rail, call)
      payout = await rail.cancel(reference, knownOf({ ...call, request }))
    } else if (payout === undefined && call.isMoneyHeld) {
      await submit(call)
      payout = await rail.cancel(reference, knownOf(call))
    }
    if (payout !== undefined) return payout
    throw new RailError('UNAVAILABLE', 'the rail does not know an instruction that may have left')
  }

  /**
   * The request that voids the reference: an earlier attempt may still make the same. An instruction that no request can be
   * made of has not left.
   */
  async function requestToStop(call: Asked): Promise<Asked | Payout> {
    try {
      return (await withRequest(call)) ?? call
    } catch (error) {
      if (error instanceof RailError && error.kind === 'REFUSED') {
        return { ...refusedPayout, reference: call.reference, cause: 'USER_CANCELLATION' }
      }
      throw error
    }
  }

  /** Not by a process that stood still since it read the order: the order may have changed. */
  async function submit(asked: Asked): Promise<Payout> {
    const { kind, instruction, isFirst, reference } = asked
    const rail = railOf(asked)
    let call: Asked | undefined
    try {
      call = await withRequest(asked)
    } catch (error) {
      if (!(error instanceof RailError) || error.kind !== 'REFUSED') throw error
      return { ...refusedPayout, reference }
    }
    if (call === undefined) throw new RailError('UNAVAILABLE', 'it has ended meanwhile')
    if (isAttemptOver()) throw new RailError('UNAVAILABLE', 'the attempt took too long to submit')
    const sending = {
      ...knownOf(call),
      isFirst,
    }
    try {
      return kind === 'COLLECTION'
        ? await rail.collect(instruction as CollectionInstruction, sending)
        : await rail.submit(instruction as PayoutInstruction, sending)
    } catch (error) {
      if (isRefusedForever(error)) return endRefused(call, error)
      throw error
    }
  }

  /**
   * An instruction that the rail never takes ends its payment, once nothing can come under its reference: an earlier call
   * of unknown outcome may be on its way, unless the rail voids the reference, or there was none.
   */
  async function endRefused({ reference, isFirst, ...call }: Asked, error: Error): Promise<Payout> {
    const payout = await railOf({ reference, isFirst, ...call }).cancel(reference, knownOf(call))
    if (payout !== undefined && payout.state !== 'FAILED') return payout
    if (payout === undefined && !isFirst) throw error
    return { ...refusedPayout, reference }
  }
}

/** @throws RailError REFUSED, for what the provider never takes */
function requestOf(
  { requestOf: make }: Pick<Rail, 'requestOf'>,
  { kind, instruction }: Asked,
): ReturnType<NonNullable<Rail['requestOf']>> {
  if (make === undefined) throw new Error('it takes instructions as they are')
  return make(instruction as PayoutInstruction | CollectionInstruction, kind === 'COLLECTION')
}

/** As the port takes it. */
export function knownOf({
  request,
  network,
  handle,
  since,
}: Partial<Pick<RailCall, 'request' | 'network' | 'handle' | 'since'>>): KnownOrder {
  return {
    ...(typeof since === 'string' && { unknownSince: since }),
    ...(request && { request }),
    ...(network && { network }),
    ...(handle && { handle }),
  }
}

const refusedPayout = {
  state: 'FAILED',
  reason: 'QUOTE_EXECUTION_FAILED',
  refund: 'ALLOWED',
  cause: 'TRANSACTION_FAILED',
} as const

/** It is not understood, or not possible. Not a conflict, which is about another instruction. */
function isRefusedForever(error: unknown): error is RailError {
  return (
    error instanceof RailError &&
    error.kind === 'REFUSED' &&
    [400, 422].includes(error.httpStatus ?? 0)
  )
}

/**
 * What the rail has under the reference, where that is the instruction. After a restore it may be an earlier one, of
 * other terms: whatever became of that, it is not what is to be booked.
 *
 * @throws RailError UNAVAILABLE, so that the payment waits and an operator decides
 */
function ownPayout(
  { instruction }: Pick<Asked, 'instruction'>,
  payout: Payout | undefined,
): Payout | undefined {
  const { amountMinor, currency } = payout ?? {}
  const ours = instruction as Pick<PayoutInstruction, 'amountMinor' | 'currency' | 'product'>
  const isOther =
    (amountMinor !== undefined && amountMinor !== ours.amountMinor) ||
    (currency !== undefined && currency !== ours.currency)
  if (!isOther) return payout
  const amounts =
    ours.product === 'MICRO_ENTRY'
      ? 'another amount'
      : `${amountMinor} ${currency} under the reference, not ${ours.amountMinor} ${ours.currency}`
  throw new RailError('UNAVAILABLE', `the rail has ${amounts}`)
}

/** The payment outcome of an instruction in a final state. */
export function outcomeOf(payout: Payout): PaymentOutcome {
  // A returned payout had settled before: the settlement is booked first, and the return later,
  // from the rail's feed of notices.
  if (payout.state === 'SETTLED' || payout.state === 'RETURNED') return { state: 'SETTLED' }
  return {
    state: 'FAILED',
    reason: payout.reason ?? 'QUOTE_EXECUTION_FAILED',
    cause: payout.cause ?? 'TRANSACTION_FAILED',
    refund: payout.refund ?? 'ALLOWED',
  }
}
