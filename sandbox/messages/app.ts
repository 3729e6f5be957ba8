/** Takes text messages over HTTP, and shows what was captured of a platform. */
import Router from '@koa/router'
import type Koa from 'koa'
import type { Logger } from 'pino'
import { createAjv } from '../../contract/ajv.ts'
import { answerUnder, callFaults, type Faults } from '../faults.ts'
import { createApp, parseObject, Refusal, rawBody } from '../http.ts'
import { capture, listAll, type Mailbox, type SentMessage, workOfPlatform } from './captured.ts'

const brokenBody = { message: 'internal error' }

const isMessage = createAjv().compile<Omit<SentMessage, 'channel'>>({
  type: 'object',
  required: ['id', 'to', 'from', 'text'],
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 200 },
    to: { type: 'string', pattern: '^\\+[1-9]\\d{1,14}$' },
    from: { type: 'string', maxLength: 255 },
    text: { type: 'string', minLength: 1, maxLength: 1_000 },
    platformId: { type: 'string', maxLength: 64 },
  },
})

export function createMessagesApp(mailbox: Mailbox, faults: Faults, log: Logger): Koa {
  const router = new Router()

  router.post('/messages', async (ctx) => {
    const raw = await rawBody(ctx)
    const message = parseObject(raw)
    const fault = await faults.claim('messages', 'message', raw.toString('utf8'), callFaults, () =>
      workOfPlatform(message?.platformId),
    )
    await answerUnder(fault, ctx, brokenBody, async () => {
      if (!isMessage(message)) throw new Refusal(400, 'not a text message')
      await capture(mailbox, { ...message, channel: 'SMS' })
      return { status: 202, body: { id: message.id } }
    })
  })
  router.get('/messages', async (ctx) => {
    const { platformId } = ctx.query
    if (typeof platformId !== 'string') throw new Refusal(400, 'platformId is missing')
    ctx.body = { messages: await listAll(mailbox, { platformId }) }
  })

  const app = createApp(log, brokenBody)
  app.use(router.routes())
  app.use(() => {
    throw new Refusal(404, 'not found')
  })
  return app
}
