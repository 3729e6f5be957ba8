/**
 * Isolation, for every operation: what its use cases name is made on one platform, and asked for by another, by the
 * other environment of the same one, and where agents call by the agent of another customer.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../../api/operation.ts'
import { operations } from '../../../api/operations.ts'
import type { Given } from '../../../api/reference/useCases/given.ts'
import { useCases } from '../../../api/reference/useCases/index.ts'
import type { UseCase } from '../../../api/reference/useCases/useCase.ts'
import { createPlatform } from '../../../db/platforms.ts'
import type { Answer, ApiClient } from '../../../scripts/serviceDriver/apiClient.ts'
import {
  callerOf,
  isId,
  isSigned,
  names,
  type Request,
  requestOf,
  send,
  textsIn,
} from '../../reference/runUseCase.ts'
import { aStage, bound, type Stage } from '../../reference/stage.ts'
import { apiOf } from '../../support/builders.ts'
import { leavesNothing, service } from '../service.ts'

/** Where another platform may reach what is named, and why. */
const open: Readonly<Record<string, string>> = {
  getInvitation: 'invitations are claimed at other platforms: their own tests say by which',
  claimInvitation: 'as above',
  cancelInvitation: 'as above',
  redeemAgentDeviceCode: 'the code is all that it asks for',
}

/** The objects that a use case names: by the texts of its path and query, and by ids in its body. */
function objectsOf({ path, query, body }: UseCase): readonly Given[] {
  const asked = textsIn([path, query])
  const sent = textsIn(body).filter(isId)
  const found = [...asked, ...sent].map((text) => names.get(text))
  return [...new Set(found.filter((name) => name !== undefined))]
}

/** A request that names objects of another owner, and the same request with ids that do not exist. */
type Attempt = {
  readonly operation: Operation
  readonly name: string
  readonly isWhole: boolean
  readonly request: Request
  readonly nothing: Request
  /** Of what must not be shown. */
  readonly uuids: readonly string[]
}

/** The last part of an id, or four characters of another text, changed. */
const nothingLike = (text: string): string =>
  text.includes(':') ? `${text.split(':')[0]}:${randomUUID()}` : text.replace(/\w{4}/, 'ZZZZ')

/** All that a use case names is theirs, and each thing alone among what is the caller's own. */
async function attemptsAt(
  operation: Operation,
  useCase: UseCase,
  theirs: Stage,
  ours: Stage,
): Promise<Attempt[]> {
  const objects = objectsOf(useCase)
  const mixed = isSigned(useCase) || objects.length < 2 ? [] : objects.map((one) => [one])
  const made: Attempt[] = []
  for (const foreign of [objects, ...mixed]) {
    const isWhole = foreign === objects
    const rest = isWhole ? theirs : ours
    const text = (name: Given): Promise<string> =>
      (foreign.includes(name) ? theirs : rest).text(name)
    const unknown = async (name: Given): Promise<string> =>
      foreign.includes(name) ? nothingLike(await text(name)) : text(name)
    const request = await requestOf(operation, useCase, { ...rest, text })
    const plain = { ...useCase, headers: {} }
    const nothing = await requestOf(operation, plain, { ...rest, text: unknown })
    const ids = await Promise.all(foreign.map(text))
    made.push({
      ...{ operation, isWhole, request },
      name: `${operation.id}, ${useCase.name}: their ${foreign.join(', ')}`,
      nothing: { ...nothing, headers: request.headers },
      uuids: ids.flatMap((id) => /:([\da-f-]{36})$/.exec(id)?.[1] ?? []),
    })
  }
  return made
}

const outcomeOf = ({ status, body }: Answer): string =>
  status === 200 ? JSON.stringify(body.data ?? 'shown') : `${status} ${body.code}`

/** What may be answered where everything is theirs: nothing found, or what production has not. */
const unreachable = ({ sandboxOnly }: Operation): RegExp =>
  sandboxOnly === true ? /^(404 \w+|\[\]|403 FORBIDDEN)$/ : /^(404 \w+|\[\])$/

async function expectRefused(caller: ApiClient, attempt: Attempt, others: RegExp): Promise<void> {
  const { operation, name, isWhole, request, nothing, uuids } = attempt
  const [answer, wanted] = [await send(caller, request), await send(caller, nothing)]
  expect([name, outcomeOf(answer)]).toEqual([name, outcomeOf(wanted)])
  const outcome = outcomeOf(answer)
  const allowed = isWhole ? unreachable(operation) : /^(4\d\d \w+|\[\])$/
  if (!others.test(outcome)) expect([name, outcome]).toEqual([name, expect.stringMatching(allowed)])
  if (isWhole && operation.method === 'get' && operation.query === undefined) {
    const path = nothing.path.replaceAll(/\w+:[\da-f-]{36}/g, 'x')
    const malformed = outcomeOf(await send(caller, { ...nothing, path }))
    expect([name, malformed]).toEqual([name, outcomeOf(wanted)])
  }
  for (const uuid of uuids) expect(JSON.stringify(answer.body), name).not.toContain(uuid)
}

let ours: Stage
let theirs: Stage
/** Of the same platform as ours: its agent acts for another customer. */
let neighbour: Stage
let attempts: readonly Attempt[]

const ofAgents = ({ security }: Operation): boolean => security === 'AGENT'

beforeAll(async () => {
  const { stack } = service()
  const stageOn = async (name: string, counterpartyRequirements = false): Promise<Stage> => {
    const options = { name: `${name} ${randomUUID()}`, counterpartyRequirements }
    return aStage(stack, await createPlatform(stack.databaseUrl, options))
  }
  ours = aStage(stack, stack.platform)
  neighbour = aStage(stack, stack.platform)
  theirs = await stageOn('theirs')
  await theirs.receiver()
  const proving = await stageOn('bound', true)
  const madeAt = async (list: readonly Operation[], owner: (id: string) => Stage) => {
    const made: Attempt[] = []
    for (const operation of list) {
      for (const useCase of useCases[operation.id] ?? []) {
        if (objectsOf(useCase).length === 0 || operation.id in open) continue
        made.push(...(await attemptsAt(operation, useCase, owner(operation.id), ours)))
      }
    }
    return made
  }
  const others = operations.filter((operation) => !ofAgents(operation))
  attempts = [
    ...(await madeAt(others, (id) => (bound.test(id) ? proving : theirs))),
    ...(await madeAt(operations.filter(ofAgents), () => neighbour)),
  ]
})
afterAll(async () => {
  await theirs?.stop()
})

test('every operation that takes an id has a use case that names what it stands for', () => {
  const isAsked = /(Id|Identifier|Holder|[uU]maAddress|^subject)$/
  // What a caller chooses, or another institution.
  const isSent = /^(?!(platform|tax|apiClient|providerAccount|credential|rp)\w*$)\w*Ids?$/
  const sentTo = ({ body }: Operation): readonly string[] =>
    [...JSON.stringify(body ?? {}).matchAll(/"(\w+)":\{/g)].map(([, name = '']) => name)
  const namesNothing = ({ id }: Operation): boolean =>
    !(id in open) && !useCases[id]?.some((one) => objectsOf(one).length > 0)
  const takingIds = operations.filter(
    (one) => one.path.includes(':') || sentTo(one).some((name) => isSent.test(name)),
  )
  expect(takingIds.filter(namesNothing).map(({ id }) => id)).toEqual([])
  // A list is asked by each of them.
  const unasked = operations.flatMap(({ id, query }) =>
    // A former name is read as the new one before anything else.
    Object.entries(query?.properties ?? {})
      .filter(
        ([name, schema]) => isAsked.test(name) && !(schema as { deprecated?: true }).deprecated,
      )
      .map(([name]) => name)
      .filter((name) => !useCases[id]?.some((one) => names.has(one.query?.[name])))
      .map((name) => `${id}: ${name}`),
  )
  expect(unasked).toEqual([])
})

describe('what belongs to another', () => {
  const of = (isOfAgents: boolean) =>
    attempts.filter(({ operation }) => ofAgents(operation) === isOfAgents)

  test('platform is answered like an unknown id: 404, or an empty list', async () => {
    await leavesNothing(async () => {
      for (const one of of(false)) await expectRefused(service().api, one, /^$/)
    })
  })

  test('environment of the same platform is as little found', async () => {
    const { stack, database } = service()
    const { name } = await database.one<{ name: string }>({
      text: 'select p.name from platforms p join tokens t on t.platform_id = p.id where t.client_id = $1',
      values: [theirs.platform.clientId],
    })
    const options = { name, environment: 'PRODUCTION' } as const
    const production = apiOf(stack, await createPlatform(stack.databaseUrl, options))
    // Where they are off, nothing that a request names is looked for.
    await database.query({
      text: `update platforms set has_rule_accounts = true where name = $1 and environment = 'PRODUCTION'`,
      values: [name],
    })
    await leavesNothing(async () => {
      for (const one of of(false)) {
        // Addresses of the sandbox's network are refused before an account is looked for.
        if (one.isWhole) await expectRefused(production, one, /^400 INVALID_INPUT$/)
      }
    })
  })

  test('customer is out of an agent’s reach', async () => {
    const { its, agent } = await ours.acting()
    await leavesNothing(async () => {
      for (const one of of(true)) await expectRefused(its, one, /^$/)
      // The key of an intent is kept for a while, whatever became of it.
      await service().database.query({
        text: 'delete from agent_intents where agent_id = $1',
        values: [agent.id.slice('Agent:'.length)],
      })
    })
  })

  test('is shown to its own by every operation that reads', async () => {
    const hidden: string[] = []
    const shownBy = new Set<string>()
    for (const { operation, isWhole, request, name } of attempts) {
      if (operation.method !== 'get' || !isWhole) continue
      const owner = ofAgents(operation) ? neighbour : theirs
      const answer = await send(await callerOf(operation, owner), request)
      if (answer.status === 200 && outcomeOf(answer) !== '[]') shownBy.add(operation.id)
      else hidden.push(`${name}: ${outcomeOf(answer)}`)
    }
    expect(hidden.filter((one) => !shownBy.has(one.split(',')[0] ?? ''))).toEqual([])
  })

  const lists = operations.filter(
    ({ id, method, path, query, responses }) =>
      method === 'get' &&
      !path.includes(':') &&
      JSON.stringify(responses).includes('"id":{') &&
      !JSON.stringify(query ?? {}).includes('"required":') &&
      // It asks for an account.
      id !== 'listDelegatedKeys',
  )
  test.each(lists.map((operation) => [operation.id, operation] as const))(
    'is not in %s',
    async (_id, operation) => {
      const owner = ofAgents(operation) ? neighbour : theirs
      const asked: object = operation.query?.properties ?? {}
      const path = `${operation.path}${'limit' in asked ? '?limit=100' : ''}`
      const idsOf = async (stage: Stage): Promise<string[]> => {
        const { body } = await (await callerOf(operation, stage)).call('GET', path)
        return [...JSON.stringify(body).matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id)
      }
      const [own, others] = [await idsOf(ours), await idsOf(owner)]
      expect(own.filter((id) => others.includes(id))).toEqual([])
      expect(others.length).toBeGreaterThan(0)
    },
  )
})
