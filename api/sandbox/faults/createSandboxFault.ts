import {
  LATE_RETURN_SECONDS_MAX,
  SandboxFault,
  SandboxFaultRequest,
} from '../../../contract/components/sandboxFaults.ts'
import { type FieldError, Refusal } from '../../../contract/errors.ts'
import { presentSandboxFault } from '../../../contract/present/sandboxFaults.ts'
import { type FaultyCallName, faultyCalls, orderedFaults } from '../../../contract/sandboxFaults.ts'
import { listOf, looseOf } from '../../../domain/agents/policy.ts'
import { createOnce } from '../../createOnce.ts'
import { operation } from '../../operation.ts'
import { openDoor } from '../../sandboxFaults.ts'
import { readPlan } from './plans.ts'

const OPEN_MAX = 100
/** Of what is late; a late return may come after weeks of a moved clock. */
const SECONDS_MAX: Readonly<Record<string, number>> = {
  SLOW: 60,
  OUT_OF_ORDER: 3_600,
  LATE_RETURN: LATE_RETURN_SECONDS_MAX,
}

export const createSandboxFault = operation({
  id: 'createSandboxFault',
  group: 'Sandbox',
  method: 'post',
  path: '/sandbox/faults',
  permission: 'MANAGE',
  sandboxOnly: true,
  summary: 'Order faults',
  description:
    'A plan of faults that calls of the sandbox’s parties, webhooks and quotes of your platform meet, each once and in ' +
    'order. No other platform’s work meets them. What has met one is in the plan, on the timeline of a transaction, ' +
    `and in the attempts of a webhook. A plan ends after a day; ${OPEN_MAX} may be open.`,
  headers: { idempotencyKey: 'kept' },
  body: SandboxFaultRequest,
  validate: ({ body }) => problemsIn(body),
  status: 201,
  responses: { 201: SandboxFault },
  errors: ['REFERENCE_NOT_FOUND', 'CONFLICT', 'NOT_IMPLEMENTED'],
  async handle(call) {
    const { body, platform, dependencies } = call
    const needsParty = body.faults.some(({ call: name }) => 'parties' in faultyCalls[name])
    // First: nothing is ordered where the sandbox does not answer.
    if (needsParty) await openDoor(dependencies)
    return createOnce(call, async (tx, id) => {
      const faults = body.faults.map(({ call: name, kind, times = 1, delaySeconds }) => ({
        ...{ call: name, kind, times, delaySeconds },
      }))
      const input = { platformId: platform.id, id, about: body.about, faults }
      const { refused } = await tx.call('order_sandbox_faults', input)
      if (refused === 'ABOUT') {
        throw new Refusal('REFERENCE_NOT_FOUND', { reason: '`about` is nothing of this platform.' })
      }
      if (refused === 'LIMIT') {
        throw new Refusal('CONFLICT', { reason: `${OPEN_MAX} plans of this platform are open.` })
      }
      return presentSandboxFault(await readPlan(tx, platform.id, id))
    })
  },
})

/** Beside what the schema says of each member: what does not go together. */
function problemsIn(body: unknown): FieldError[] {
  const { about, faults } = looseOf(body)
  return listOf(faults).flatMap((fault, index) => problemsOf(looseOf(fault), index, about))
}

function problemsOf(
  { call, kind, delaySeconds }: Readonly<Record<string, unknown>>,
  index: number,
  about: unknown,
): FieldError[] {
  if (typeof call !== 'string' || !Object.hasOwn(faultyCalls, call)) return []
  if (typeof kind !== 'string' || !Object.hasOwn(orderedFaults, kind)) return []
  const { faults, about: abouts } = faultyCalls[call as FaultyCallName]
  const at = `faults.${index}`
  const named = typeof about === 'string' ? about.split(':')[0] : undefined
  const problems: FieldError[] = []
  const add = (field: string, constraint: string, message: string): void => {
    problems.push({ field, constraint, message })
  }
  if (!(faults as readonly string[]).includes(kind)) {
    add(`${at}.kind`, 'enum', `${call} meets no ${kind}, only ${faults.join(', ')}`)
  }
  if (named !== undefined && !(abouts as readonly string[]).includes(named)) {
    add('about', 'not', `${call} is about no ${named}`)
  }
  const secondsMax = SECONDS_MAX[kind]
  if (delaySeconds !== undefined && secondsMax === undefined) {
    add(`${at}.delaySeconds`, 'not', `${kind} comes without delay`)
  }
  if (secondsMax !== undefined && typeof delaySeconds === 'number' && delaySeconds > secondsMax) {
    add(`${at}.delaySeconds`, 'maximum', `is more than ${secondsMax} of ${kind}`)
  }
  return problems
}
