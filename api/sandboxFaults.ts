/**
 * Where the sandbox's process asks which ordered fault a call or a message of a party meets. It has got a token for that over
 * its control port, with the first plan.
 */
import { timingSafeEqual } from 'node:crypto'
import { createAjv } from '../contract/ajv.ts'
import { Refusal } from '../contract/errors.ts'
import { idOf } from '../contract/ids.ts'
import {
  callsOf,
  type OrderedFault,
  orderedFaults,
  type Work,
  workKeys,
} from '../contract/sandboxFaults.ts'
import { instant } from '../contract/time.ts'
import type { Config } from '../runtime/config.ts'
import { recordKeys } from '../runtime/keyRing.ts'
import { becomeKnown, whileAtWork } from './connections.ts'
import { withinDeadline } from './deadline.ts'
import type { Dependencies } from './dependencies.ts'
import { refuseWrites } from './middleware/maintenance.ts'
import type { Context } from './middleware/state.ts'
import { parsedNotice, readNoticeBody } from './noticeBody.ts'
import type { ApiRouter } from './router.ts'
import { askSandbox } from './sandboxControl.ts'

const SANDBOX_FAULTS_PATH = '/sandbox-faults/met'

const BODY_BYTES_MAX = 16_384
/** Less than the sandbox waits: an answer that comes too late would use the fault up without effect. */
const ANSWER_MS = 1_500
const PURPOSE = 'ordered faults of the sandbox'
/** A plan lives for a day; clocks may differ a little. */
const OPEN_MS = 25 * 3_600_000

type Question = {
  readonly party: string
  readonly operation: string
  readonly kinds: readonly OrderedFault[]
  readonly work: Work
}

const isQuestion = createAjv().compile<Question>({
  type: 'object',
  required: ['party', 'operation', 'kinds', 'work'],
  properties: {
    party: { type: 'string' },
    operation: { type: 'string' },
    kinds: { type: 'array', items: { enum: Object.keys(orderedFaults) } },
    work: {
      type: 'array',
      maxItems: 10,
      items: {
        type: 'object',
        required: ['by', 'value'],
        properties: {
          by: { enum: workKeys },
          value: { type: 'string', maxLength: 200, pattern: '^[ -~]*$' },
        },
      },
    },
  },
})

/**
 * Gives the sandbox's process what it needs to ask.
 *
 * @throws Refusal NOT_IMPLEMENTED in a stack whose parties are not the sandbox's; SERVICE_UNAVAILABLE
 */
export async function openDoor({
  config,
  clock,
}: Pick<Dependencies, 'config' | 'clock'>): Promise<void> {
  if (config.SANDBOX_CONTROL_URL === undefined) {
    throw new Refusal('NOT_IMPLEMENTED', {
      reason: 'The outside parties of this stack take no orders: only webhooks and quotes do.',
    })
  }
  const until = instant(clock.now().getTime() + OPEN_MS).toISOString()
  const door = { token: tokenUnder(config, recordKeys(config).currentId), until }
  await askSandbox(config, '/faults/ordered', { method: 'PUT', body: door })
}

/** Any key of the ring: the sandbox may have its token for a day. */
function tokenUnder(config: Config, keyId: string): string {
  return `${keyId}.${recordKeys(config).mac(keyId, PURPOSE, 'sandbox').toString('base64url')}`
}

export function sandboxFaultRoutes(dependencies: Dependencies): (router: ApiRouter) => void {
  const { config, database, log } = dependencies
  return (router) => {
    if (config.SANDBOX_CONTROL_URL === undefined) return
    let known: readonly string[] | undefined
    const tokens = (): readonly string[] => {
      known ??= recordKeys(config).ids.map((keyId) => tokenUnder(config, keyId))
      return known
    }
    router.post(SANDBOX_FAULTS_PATH, async (context) => {
      context.state.operation = 'sandboxFault'
      if (!tokens().some((token) => isGiven(context, token))) {
        throw new Refusal('UNAUTHORIZED', { reason: 'This is not the sandbox.' })
      }
      becomeKnown(context.req, 'sandbox')
      await refuseWrites(dependencies, context.method)
      const raw = await readNoticeBody(context, BODY_BYTES_MAX)
      const asked = (body: unknown) => (isQuestion(body) ? body : undefined)
      const question = parsedNotice(raw, asked, 'This is no call of a party.')
      const { party, operation, kinds, work } = question
      const fault = await whileAtWork(context.req, () =>
        withinDeadline(ANSWER_MS, () =>
          database.call('meet_party_fault', { work, calls: callsOf(party, operation), kinds }),
        ),
      )
      if (fault !== null) {
        const { kind, object, platformId } = fault
        const faultId = idOf('SandboxFault', fault.faultId)
        log.info({ faultId, platformId, party, operation, kind, object }, 'met by order')
      }
      context.status = 200
      context.body = { fault }
    })
  }
}

function isGiven(context: Context, token: string): boolean {
  const given = Buffer.from(context.get('authorization'))
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
