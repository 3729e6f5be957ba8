import { SandboxFault, SandboxFaultRequest } from '../../../contract/components/sandboxFaults.ts'
import { type FieldError, invalidInput, Refusal } from '../../../contract/errors.ts'
import { presentSandboxFault } from '../../../contract/present/sandboxFaults.ts'
import { faultyCalls } from '../../../contract/sandboxFaults.ts'
import type { Shown } from '../../../contract/shown.ts'
import { createOnce } from '../../createOnce.ts'
import { operation } from '../../operation.ts'
import { doorOf, openDoor } from '../../sandboxFaults.ts'
import { readPlan } from './plans.ts'

const OPEN_MAX = 100
const SLOW_SECONDS_MAX = 60
const delayed: readonly string[] = ['SLOW', 'OUT_OF_ORDER', 'LATE_RETURN']

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
  status: 201,
  responses: { 201: SandboxFault },
  errors: ['CONFLICT', 'NOT_IMPLEMENTED'],
  async handle(call) {
    const { body, platform, dependencies } = call
    const problems = body.faults.flatMap((fault, index) => problemsOf(fault, index, body.about))
    if (problems.length > 0) throw invalidInput(problems)
    const needsParty = body.faults.some(({ call: name }) => 'party' in faultyCalls[name])
    const door = needsParty ? doorOf(dependencies) : undefined
    const answer = await createOnce(call, async (tx, id) => {
      const faults = body.faults.map(({ times = 1, ...fault }) => ({ ...fault, times }))
      const input = { platformId: platform.id, id, about: body.about, faults }
      const { refused } = await tx.call('order_sandbox_faults', input)
      if (refused === 'ABOUT') {
        throw invalidInput([
          { field: 'about', constraint: 'not', message: 'is nothing of this platform' },
        ])
      }
      if (refused === 'LIMIT') {
        throw new Refusal('CONFLICT', { reason: `${OPEN_MAX} plans of this platform are open.` })
      }
      return presentSandboxFault(await readPlan(tx, platform.id, id))
    })
    // Also where the plan is the one that an interrupted request has made.
    if (door !== undefined) await openDoor(dependencies, door)
    return answer
  },
})

type Step = Shown<typeof SandboxFaultRequest>['faults'][number]

function problemsOf(
  { call, kind, delaySeconds }: Step,
  index: number,
  about: string | undefined,
): FieldError[] {
  const { faults, about: abouts } = faultyCalls[call]
  const at = `faults[${index}]`
  const named = about?.split(':')[0]
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
  if (delaySeconds !== undefined && !delayed.includes(kind)) {
    add(`${at}.delaySeconds`, 'not', `${kind} comes without delay`)
  }
  if (kind === 'SLOW' && (delaySeconds ?? 0) > SLOW_SECONDS_MAX) {
    add(`${at}.delaySeconds`, 'maximum', `is more than ${SLOW_SECONDS_MAX} of SLOW`)
  }
  return problems
}
