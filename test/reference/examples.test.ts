/** Every example of the reference is sent to a running service, which answers it as the document says. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../api/operations.ts'
import { useCases } from '../../api/reference/useCases/index.ts'
import { createPlatform, type PlatformCredentials } from '../../db/platforms.ts'
import { shown } from '../support/builders.ts'
import { sampleOf } from '../support/seed.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { allowInvitations } from './otherMakers.ts'
import { isPlain, run, runCurl } from './runUseCase.ts'
import { aStage, type Stage } from './stage.ts'

const SAMPLE = 20

let stack: SharedStack
const kept = new Map<string, Promise<unknown>>()

beforeAll(async () => {
  stack = await aSharedStack()
})
afterAll(async () => {
  await stack?.stop()
})

/** They use up or change what the others have together. */
const alone = new Set([
  'updateCustomerById',
  'deleteCustomerExternalAccountById',
  'createAuthCredential',
  'confirmScaFactorEnrollment',
  'deleteScaFactor',
  'refreshAuthSession',
  'revokeAuthSession',
  'revokeAuthCredential',
  'revokeDelegatedKey',
  'updateCardById',
  'updateInternalAccount',
  'updateAgent',
  'updateAgentPolicy',
  'deleteAgent',
  'agentDeleteExternalAccount',
])

/** They change their platform, or need one that has an endpoint. */
const withEndpoint = new Set([
  'approvePendingPayment',
  'rejectPendingPayment',
  'sendTestWebhook',
  'redeliverWebhookEvent',
  'redeliverWebhooks',
])
const ownPlatform = new Set(['updatePlatformConfig', ...withEndpoint])

/** Wallets must be proven where counterparty rules bind the platform. */
const bound = /OwnershipChallenge$|Ownership$/

async function stageOf(id: string): Promise<Stage> {
  if (!ownPlatform.has(id) && !bound.test(id)) {
    return aStage(stack, stack.platform, alone.has(id) ? undefined : kept)
  }
  const platform: PlatformCredentials = await createPlatform(stack.databaseUrl, {
    name: `example ${crypto.randomUUID()}`,
    environment: 'SANDBOX',
    ...(bound.test(id) && { counterpartyRequirements: true }),
  })
  const stage = aStage(stack, platform)
  if (withEndpoint.has(id)) await stage.receiver()
  return stage
}

const byId = new Map(operations.map((operation) => [operation.id, operation]))
const all = Object.entries(useCases).flatMap(([id, cases]) =>
  cases.map((useCase) => [id, useCase.name, useCase] as const),
)

describe('an example', () => {
  test.each(sampleOf('examples', all, SAMPLE))(
    '%s: %s',
    { timeout: 300_000 },
    async (id, _name, useCase) => {
      const operation = byId.get(id)
      if (operation === undefined) throw new Error(`there is no ${id}`)
      const stage = await stageOf(id)
      if (id === 'createInvitation') await allowInvitations(stage)
      const { status = operation.status } = useCase
      // Every second one by its curl sample, where that is one call of the platform.
      const isByCurl = all.findIndex((one) => one[2] === useCase) % 2 === 0
      if (isByCurl && isPlain(operation, useCase)) {
        expect(await runCurl(operation, useCase, stage)).toBe(status)
      } else {
        shown(`${id}: ${useCase.title}`, await run(operation, useCase, stage), status)
      }
      if (withEndpoint.has(id)) await (await stage.receiver()).stop()
    },
  )
})
