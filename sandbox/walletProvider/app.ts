import Router from '@koa/router'
import type Koa from 'koa'
import type { Logger } from 'pino'
import type { Work } from '../../contract/sandboxFaults.ts'
import { answerUnder, callFaults, type Faults, faultKinds, holdOf } from '../faults.ts'
import { type Answer, createApp, parseObject, rawBody } from '../http.ts'
import { kindNamed } from './activities/index.ts'
import { advanceCounter, authenticate } from './authenticate.ts'
import type { Provider } from './provider.ts'
import { queries } from './queries.ts'
import { brokenBody, invalid, notFound } from './refusals.ts'
import { isKnown, submit } from './submit.ts'

/** The wallet provider's public activity API. */
export function createProviderApp(provider: Provider, faults: Faults, log: Logger): Koa {
  const router = new Router({ prefix: '/public/v1' })

  router.post('/submit/:name', async (ctx) => {
    const kind = kindNamed(ctx.params.name ?? '')
    if (kind === undefined) throw notFound('no such activity')
    const raw = await rawBody(ctx)
    const fault = await faults.claim(
      'provider',
      kind.type,
      raw.toString('utf8'),
      faultKinds,
      () => workOf(provider, parseObject(raw)),
      async () => ((await isKnown(provider, raw)) ? callFaults : faultKinds),
    )
    await answerUnder(fault, ctx, brokenBody, () =>
      submit(provider, kind, { headers: ctx.headers, raw }, holdOf(fault)),
    )
  })

  router.post('/query/:name', async (ctx) => {
    const name = ctx.params.name ?? ''
    if (name !== 'whoami' && !queries.has(name)) throw notFound('no such query')
    const raw = await rawBody(ctx)
    const fault = await faults.claim('provider', name, raw.toString('utf8'), callFaults)
    await answerUnder(fault, ctx, brokenBody, () => ask(provider, name, ctx.headers, raw))
  })

  const app = createApp(log, brokenBody)
  app.use(router.routes())
  app.use(() => {
    throw notFound('not found')
  })
  return app
}

/**
 * Of which wallet an activity is: the service has named the wallet's organization by its account, and the codes that it has
 * sent.
 */
async function workOf(
  { store }: Provider,
  body: Record<string, unknown> | undefined,
): Promise<Work> {
  const { organizationId, parameters = {} } = body ?? {}
  const { subOrganizationName, userIdentifier, otpId } = parameters as Record<string, unknown>
  const { rows } = await store.pool.query<{ wallet: string | null }>(
    `select coalesce($1, $2, (select user_identifier from one_time_codes where id = $3),
       (select name from sub_organizations where id = $4)) as wallet`,
    [subOrganizationName ?? null, userIdentifier ?? null, otpId ?? null, organizationId ?? null],
  )
  return rows.flatMap(({ wallet: value }) => (value === null ? [] : [{ by: 'WALLET', value }]))
}

async function ask(
  provider: Provider,
  name: string,
  headers: Koa.Context['headers'],
  raw: Buffer,
): Promise<Answer> {
  const body = parseObject(raw)
  if (typeof body?.organizationId !== 'string') throw invalid('organizationId is missing')
  const { organizationId } = body
  const stamper = await authenticate(provider, { headers, raw, organizationId })
  await advanceCounter(provider.store.pool, stamper)
  if (name === 'whoami') {
    const userId = stamper.role === 'parent' ? 'parent' : stamper.userId
    return {
      status: 200,
      body: { organizationId, organizationName: organizationId, userId, username: userId },
    }
  }
  const query = queries.get(name)
  if (query === undefined) throw notFound('no such query')
  return { status: 200, body: await query(provider, organizationId, body) }
}
