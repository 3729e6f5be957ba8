/** Plays every workflow the ways it can go, for `npm run tool -- histories`. */
import { randomUUID } from 'node:crypto'
import type { Client } from '@temporalio/client'
import pg from 'pg'
import { uuidOf } from '../../contract/ids.ts'
import type { Config } from '../../runtime/config.ts'
import { expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { executeQuote, logIn, signed } from '../../scripts/serviceDriver/device.ts'
import type { Start } from '../../workflows/defineWorkflow.ts'
import { type Decision, resolveSignal } from '../../workflows/operatorDecisions.ts'
import { workflows } from '../../workflows/registry.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  aQuote,
  type LoggedInWallet,
  type Resource,
  untilStarted,
  waitUntil,
} from '../support/builders.ts'
import { aSandboxControl, type FaultOrder } from '../support/sandboxControl.ts'
import type { SharedStack } from '../support/stack.ts'
import { startRun } from '../support/startRun.ts'
import { recordAgentHistories } from './recordAgentHistories.ts'
import { recordAuthorizationHistories } from './recordAuthorizationHistories.ts'
import { recordCardHistories } from './recordCardHistories.ts'
import { recordDepositHistories } from './recordDepositHistories.ts'
import { recordForwardingHistories, recordImportHistories } from './recordImportHistories.ts'
import { recordPaymentHistories, untilUnconfirmed } from './recordPaymentHistories.ts'
import { recordScaHistories } from './recordScaHistories.ts'
import { recordStablecoinHistories } from './recordStablecoinHistories.ts'
import { recordValidationHistories } from './recordValidationHistories.ts'
import { recordVerificationHistories } from './recordVerificationHistories.ts'

type Stage = {
  readonly stack: Pick<SharedStack, 'env' | 'apiUrls' | 'databaseUrl' | 'platform'>
  readonly client: Client
  readonly config: Config
}

export type RecordedHistory = {
  readonly name: string
  readonly workflowId: string
  readonly runId: string
}

const decision = (what: Decision['decision']): Decision => ({
  decision: what,
  by: 'Grace Hopper',
  reason: 'the bank confirmed by telephone',
})

/** @returns one closed run for each thing that can happen */
export async function recordHistories(stage: Stage): Promise<RecordedHistory[]> {
  const { stack, client } = stage
  const control = aSandboxControl(stack)
  const played: RecordedHistory[] = []
  const closed = async (name: string, workflowId: string): Promise<void> => {
    // A payment is answered before its workflow has started.
    await untilStarted(client, workflowId)
    const handle = client.workflow.getHandle(workflowId)
    await handle.result().catch(() => undefined)
    const { runId } = await handle.describe()
    played.push({ name, workflowId, runId })
  }
  const wallet = await aLoggedInWallet(stack as SharedStack, { minor: 100_000_000n })
  await playWallet(stage, wallet, closed)
  await playFirstContact(wallet, closed)
  await playAddedCode(stage, wallet, closed)

  const pay = async (
    name: string,
    options: { suffix?: string; fault?: Omit<FaultOrder, 'count'>; decide?: Decision } = {},
  ): Promise<Resource> => {
    const { suffix, fault, decide } = options
    const account = await anExternalAccount(wallet.api, wallet.customer, suffix)
    const quote = await aQuote(wallet, { account })
    const release = fault && (await control.order(fault))
    await executeQuote(wallet.api, wallet.device, quote, randomUUID())
    if (decide !== undefined) {
      await waitUntil('the payout is pending', async () => {
        return (await control.acts(String(quote.transactionId)))['rail submit'] === 1
      })
      await client.workflow.getHandle(quote.id).signal(resolveSignal, decide)
      if (decide.decision === 'paid') await untilUnconfirmed(stack, quote.transactionId)
      if (decide.decision !== 'refund') await release?.()
    }
    await closed(`quoteExecution-${name}`, quote.id)
    await release?.()
    return quote
  }
  const stuck = { party: 'rail', operation: 'submit', kind: 'stuckPending' } as const
  const signing = { party: 'provider', operation: 'SIGN_RAW_PAYLOAD_V2' } as const
  const settled = await pay('settled')
  await control.force(String(settled.transactionId), 'fail')
  await untilStarted(client, `${settled.id}/reversal`)
  await closed('paymentCorrection-reversed', `${settled.id}/reversal`)
  await pay('answerLost', { fault: { ...signing, kind: 'lostAnswer' } })
  await pay('payoutFailed', { suffix: '004' })
  await pay('decidedPaid', { fault: stuck, decide: decision('paid') })
  await pay('decidedRetry', { fault: stuck, decide: decision('retry') })

  const late = await pay('decidedRefund', { fault: stuck, decide: decision('refund') })
  await control.force(String(late.transactionId), 'settle')
  await untilStarted(client, `${late.id}/landed-late`)
  await closed('paymentCorrection-settledLate', `${late.id}/landed-late`)
  const returned = await pay('settledThenReturned', { suffix: '005' })
  await untilStarted(client, `${returned.id}/return`)
  await closed('paymentCorrection-returned', `${returned.id}/return`)
  const setAside = await pay('refundRefused', { suffix: '007' })
  const refund = workflows.paymentCorrection.start(
    {
      paymentId: uuidOf('Quote', setAside.id) ?? '',
      correction: 'REFUND_FROM_SUSPENSE',
      decision: decision('refund'),
      ...outsideOf(stage),
    },
    { platformId: await platformIdOf(stage, wallet) },
  )
  await start(stage, refund)
  await closed('paymentCorrection-refundFromSuspense', refund.workflowId)
  await recordPaymentHistories(stack as SharedStack, closed)
  await recordAuthorizationHistories(stack as SharedStack, closed)
  await recordAgentHistories({ ...stage, stack: stack as SharedStack }, closed)
  await recordScaHistories({ ...stage, stack: stack as SharedStack }, closed)
  await recordVerificationHistories(stack, closed)
  await recordValidationHistories(stack, closed)
  await recordImportHistories(stack as SharedStack, closed)
  await recordForwardingHistories(stack as SharedStack, client, closed)
  await recordCardHistories(wallet, closed)
  await recordStablecoinHistories(wallet, control, closed)
  await recordDepositHistories({ databaseUrl: stack.databaseUrl, control }, closed)
  return played
}

/** A customer who is created without a contact and gets one. */
async function playFirstContact(
  { api }: LoggedInWallet,
  closed: (name: string, workflowId: string) => Promise<void>,
): Promise<void> {
  const individual = { customerType: 'INDIVIDUAL' }
  const { body } = expectStatus('create', await api.call('POST', '/customers', individual), 201)
  const email = `first-${randomUUID().slice(0, 8)}@example.com`
  const change = { ...individual, email }
  expectStatus('change', await api.call('PATCH', `/customers/${body.id}`, change), 200)
  await closed('customerOnboarding-firstContact', `${body.id}/wallet`)
}

/** The workflows of a customer and its logins, accepted and refused. */
async function playWallet(
  stage: Stage,
  { api, customer, credential }: LoggedInWallet,
  closed: (name: string, workflowId: string) => Promise<void>,
): Promise<void> {
  const { stack } = stage
  const { otp } = await aSandboxControl(stack).signers()
  await closed('customerOnboarding-created', customer.id)
  await closed('otpIssuance-sent', `${credential.id}/otp/1`)
  const login = { credentialId: credential.id, otpSigner: otp }
  await logIn(api, { ...login, code: '999999' }).catch(() => undefined)
  for (const { id, operation } of await requestIds(stage)) {
    await closed(`${operation}`, `Request:${id}`)
  }

  const credentialId = uuidOf('AuthMethod', credential.id) ?? ''
  const platformId = await platformIdOf(stage, { customer })
  const given = { platformId, credentialId, number: 99, ...outsideOf(stage) }
  const unknown = workflows.otpIssuance.start(given, {})
  await start(stage, unknown)
  await closed('otpIssuance-notPending', unknown.workflowId)
}

/** A one-time code that is added, and starts the sending of its first code. */
async function playAddedCode(
  stage: Stage,
  { api, customer, wallet, device }: LoggedInWallet,
  closed: (name: string, workflowId: string) => Promise<void>,
): Promise<void> {
  const phone = { customerType: 'INDIVIDUAL', phoneNumber: '+14155550142' }
  await api.call('PATCH', `/customers/${customer.id}`, phone)
  const body = { type: 'SMS_OTP', accountId: wallet.id }
  const added = await signed(api, device, 'POST', '/auth/credentials', body)
  expectStatus('add', added, 201)
  const [request] = await rows<{ id: string }>(
    stage,
    "select id from requests where operation = 'ADD_CREDENTIAL' and status = 'SUCCEEDED'",
  )
  await closed('walletOperation-codeAdded', `Request:${request?.id}`)
}

/** Where the outside calls of the sandbox go. */
function outsideOf({ config }: Stage) {
  return { outsideTaskQueue: config.OUTSIDE_TASK_QUEUE, environment: 'SANDBOX' } as const
}

async function start({ client, config }: Stage, one: Start): Promise<void> {
  await startRun(client, config, one)
}

async function platformIdOf(
  stage: Stage,
  { customer }: Pick<LoggedInWallet, 'customer'>,
): Promise<string> {
  const [row] = await rows<{ platform_id: string }>(
    stage,
    'select platform_id from customers where id = $1',
    [uuidOf('Customer', customer.id)],
  )
  return row?.platform_id ?? ''
}

/** Requests of the login so far, each under the name of the history it makes. */
async function requestIds(stage: Stage): Promise<{ id: string; operation: string }[]> {
  return rows(
    stage,
    `select id, 'otpVerification-' || case status when 'SETTLED' then 'accepted' else 'wrongCode' end as operation
      from otp_verifications
      union all select id, 'walletOperation-loggedIn' from requests where status = 'SUCCEEDED'`,
  )
}

async function rows<R extends object>(
  { stack }: Stage,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as R[]
  } finally {
    await client.end()
  }
}
