/** The parties' clock on the control port: how far it is ahead of the machine's, and what is due when. */
import type Router from '@koa/router'
import { createAjv } from '../../contract/ajv.ts'
import type { DueWorker } from '../dueWork.ts'
import { parseObject, Refusal, rawBody } from '../http.ts'
import type { PartyClock } from '../store/clock.ts'

const isSetting = createAjv().compile<{ aheadMs: number; untilMs: number; isHeld: boolean }>({
  type: 'object',
  required: ['aheadMs', 'untilMs', 'isHeld'],
  additionalProperties: false,
  properties: {
    aheadMs: { type: 'integer', minimum: 0 },
    untilMs: { type: 'integer', minimum: 0 },
    isHeld: { type: 'boolean' },
  },
})

export function addClockRoutes(router: Router, clock: PartyClock, due: DueWorker): void {
  const look = async () => ({
    ...{ now: clock.now().toISOString(), aheadMs: clock.aheadMs },
    ...(await due.look()),
  })
  router.get('/clock', async (ctx) => {
    ctx.body = await look()
  })
  router.put('/clock', async (ctx) => {
    const body = parseObject(await rawBody(ctx))
    if (!isSetting(body)) throw new Refusal(400, `no clock: ${JSON.stringify(isSetting.errors)}`)
    // A step that was given up may be repeated; the parties' time never goes back.
    if (body.aheadMs < clock.aheadMs) throw new Refusal(409, 'the clock never goes back')
    await clock.set(body)
    ctx.body = await look()
  })
}
