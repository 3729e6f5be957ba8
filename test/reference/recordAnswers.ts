/**
 * `npm run tool -- answers`: sends the examples of the reference to a stack of its own, each operation
 * for a platform of its own, and writes what is answered to api/reference/answers, which the reference
 * shows. What differs from run to run is written as the same stable values each time: the same service
 * gives the same files. With names of operations, it records the answers of those alone.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Operation } from '../../api/operation.ts'
import { operations } from '../../api/operations.ts'
import { type Answers, answers, answersFile } from '../../api/reference/answers.ts'
import { type Given, given } from '../../api/reference/useCases/given.ts'
import { useCases } from '../../api/reference/useCases/index.ts'
import type { UseCase } from '../../api/reference/useCases/useCase.ts'
import { command } from '../../scripts/command.ts'
import { listed, type Resource, shown, waitUntil } from '../support/builders.ts'
import { ended } from '../support/importFiles.ts'
import { onOwnStack } from '../support/ownStack.ts'
import { type SharedStack, sharedStackOptions } from '../support/stack.ts'
import { allowInvitations } from './otherMakers.ts'
import { callerOf, requestOf, send } from './runUseCase.ts'
import { stable } from './stableValues.ts'
import { anOwnStage, type Stage } from './stage.ts'

const MOVES_CLOCK = 'moveSandboxClock'
/** Operations at a time: most of an example is waiting. */
const AT_ONCE = 4

/** What there must be first, that the request does not name. */
const there: Readonly<Record<string, readonly Given[]>> = {
  listCustomers: ['customer', 'business'],
  listPlatformInternalAccounts: ['platformDollars'],
  listPlatformExternalAccounts: ['platformBank'],
  listVerifications: ['verification'],
  listBeneficialOwners: ['owner'],
  listDocuments: ['document'],
  listDelegatedKeys: ['delegatedKey'],
  listTransactions: ['transaction', 'authorizedPurchase'],
  listTransactionVolume: ['transaction'],
  listAgents: ['newAgent'],
  listAgentApprovals: ['action'],
  listAgentActions: ['action'],
  agentListActions: ['action'],
  agentListTransactions: ['agentTransaction'],
  listCards: ['card'],
  listStablecoinProviderAccounts: ['providerAccount'],
  listStablecoins: ['stablecoin'],
  listStablecoinOperations: ['mint'],
  listTokens: ['token'],
  listSandboxMessages: ['textedCustomer'],
  listSandboxFaults: ['sandboxFault'],
  moveSandboxClock: ['quote'],
  getWebhookEvent: ['transaction'],
  listWebhookDeliveries: ['transaction'],
  redeliverWebhookEvent: ['transaction'],
}

/** They are about a payment that has not ended. */
const unended = new Set(['cancelTransaction', 'approvePendingPayment', 'rejectPendingPayment'])

/** Waits until nothing of the platform moves by itself. */
async function atRest({ api }: Stage): Promise<void> {
  const paths = ['/transactions?status=PROCESSING', '/webhooks/deliveries?status=PENDING']
  for (const path of paths) {
    await waitUntil(path, async () => listed(await api.call('GET', path)).length === 0, 30_000)
  }
  // A wallet is active before it is known where it is paid.
  const path = '/internal-accounts?type=EMBEDDED_WALLET'
  const isFunded = ({ fundingPaymentInstructions: ways }: Resource): boolean =>
    Array.isArray(ways) && ways.length > 0
  await waitUntil(path, async () => listed(await api.call('GET', path)).every(isFunded), 30_000)
}

/** A code is sent after the request for it is answered. */
async function untilSent({ api }: Stage): Promise<void> {
  const messages = async () => listed(await api.call('GET', '/sandbox/messages'))
  await waitUntil('the code is sent', async () => (await messages()).length > 0)
}

async function answerOf(operation: Operation, useCase: UseCase, stage: Stage): Promise<unknown> {
  const { id, status } = operation
  if (id === 'createInvitation') await allowInvitations(stage)
  for (const name of there[id] ?? []) await stage.text(name)
  if (there[id] !== undefined) await atRest(stage)
  const request = await requestOf(operation, useCase, stage)
  if (useCase.path?.jobId !== undefined) await ended(stage.api, await stage.text('job'))
  if (id === 'listSandboxMessages') await untilSent(stage)
  if (!unended.has(id)) await atRest(stage)
  const answer = await send(await callerOf(operation, stage), request)
  const body = shown(`${id}: ${useCase.title}`, answer, useCase.status ?? status)
  const now = Date.now()
  const known = [...(await stage.made())].map(([text, name]) => [text, given[name]] as const)
  const config = shown('config', await stage.api.call('GET', '/config'), 200)
  return stable(body, new Map([...known, [String(config.umaDomain), given.umaDomain]]), now)
}

/** What answers what no example of the operation is answered. */
const alike: Readonly<Record<string, { status: number; id: string; name: string }>> = {
  createQuote: { status: 202, id: 'executeQuote', name: 'withFactor' },
  createDelegatedKey: { status: 201, id: 'getDelegatedKeyById', name: 'key' },
}

const isEmpty = (body: unknown): boolean => (body as { data?: unknown[] }).data?.length === 0

/** What the answers of an operation are recorded of. */
function askedOf({ id, status: usual }: Operation) {
  const own = (useCases[id] ?? []).map((useCase) => ({
    ...{ id, useCase },
    status: useCase.status,
  }))
  const other = alike[id]
  const useCase = useCases[other?.id ?? '']?.find(({ name }) => name === other?.name)
  const all = other === undefined || useCase === undefined ? own : [...own, { ...other, useCase }]
  return all.map((one) => ({ ...one, status: one.status ?? usual }))
}

/** By status: of the first example, or of the first that finds something. */
async function answersOf(operation: Operation, stack: SharedStack): Promise<Answers[string]> {
  const byStatus: Record<number, unknown> = {}
  for (const { id, status, useCase } of askedOf(operation)) {
    const has = byStatus[status] !== undefined && !isEmpty(byStatus[status])
    const asked = operations.find((one) => one.id === id)
    if (asked === undefined || operation.responses[status] === null || has) continue
    const stage = await anOwnStage(id, stack)
    byStatus[status] = await answerOf(asked, useCase, stage)
    await stage.stop()
  }
  return byStatus
}

await command(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const wanted = operations.filter(({ id }) => positionals.length === 0 || positionals.includes(id))
  if (wanted.length < positionals.length) throw new Error('these are no names of operations')
  const recorded: Record<string, Answers[string]> = positionals.length === 0 ? {} : { ...answers() }
  const failed: string[] = []
  await onOwnStack(sharedStackOptions.env ?? {}, async (stack) => {
    const left = wanted.filter(({ id }) => id !== MOVES_CLOCK)
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const { id } = next
        recorded[id] = await answersOf(next, stack).catch((error: Error) => {
          failed.push(id)
          process.stderr.write(`${id}: ${error.stack}\n`)
          return {}
        })
        process.stdout.write(`${id}\n`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    // It is the clock of all platforms.
    left.push(...wanted.filter(({ id }) => id === MOVES_CLOCK))
    await work()
  })
  if (failed.length > 0) throw new Error(`nothing is written: ${failed.join(', ')}`)
  for (const group of new Set(operations.map((one) => one.group))) {
    const ids = operations.filter((one) => one.group === group).map(({ id }) => id)
    const shownOnes = ids.filter((id) => Object.keys(recorded[id] ?? {}).length > 0)
    const content = Object.fromEntries(shownOnes.map((id) => [id, recorded[id]]))
    writeFileSync(answersFile(group), `${JSON.stringify(content, undefined, 2)}\n`)
  }
})
