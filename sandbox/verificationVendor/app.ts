/** The vendor's API, as `providers/verificationVendor` speaks it, and its hosted page. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import Router from '@koa/router'
import type Koa from 'koa'
import { createAjv } from '../../contract/ajv.ts'
import type { Work } from '../../contract/sandboxFaults.ts'
import { answerUnder, callFaults } from '../faults.ts'
import { type Answer, createApp, parseObject, Refusal, rawBody } from '../http.ts'
import {
  createApplicant,
  readApplicant,
  refusal,
  requestCheck,
  setReview,
  updateApplicant,
} from './applicants.ts'
import { addDocument, readSteps } from './documents.ts'
import { createLink, type NewLink, readAction } from './links.ts'
import { fileOf, formOf, UPLOAD_BYTES_MAX } from './multipart.ts'
import { workOfHolder } from './notices.ts'
import { addPageRoutes } from './page.ts'
import type { ReviewResult, Vendor } from './vendor.ts'

const brokenBody = { code: 500, description: 'internal error' }
const CLOCK_SECONDS = 60

const text = { type: 'string', minLength: 1, maxLength: 500 }
const ajv = createAjv()
const isApplicant = ajv.compile<{
  externalUserId: string
  type: 'individual' | 'company'
  email?: string
  phone?: string
  fixedInfo?: Record<string, unknown>
}>({
  type: 'object',
  required: ['externalUserId', 'type'],
  properties: {
    externalUserId: text,
    type: { enum: ['individual', 'company'] },
    email: text,
    phone: text,
    fixedInfo: { type: 'object' },
  },
  if: { properties: { type: { const: 'company' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    required: ['fixedInfo'],
    properties: {
      fixedInfo: {
        type: 'object',
        required: ['companyInfo'],
        properties: {
          companyInfo: {
            type: 'object',
            required: ['companyName', 'country'],
            properties: { companyName: text, country: { type: 'string', pattern: '^[A-Z]{3}$' } },
          },
        },
      },
    },
  },
})
const isLink = ajv.compile<NewLink>({
  type: 'object',
  required: ['levelName', 'userId', 'ttlInSecs'],
  properties: {
    levelName: text,
    userId: text,
    ttlInSecs: { type: 'integer', minimum: 1 },
    externalActionId: text,
    applicantIdentifiers: { type: 'object' },
    redirect: { type: 'object' },
  },
})
const isBeneficiary = ajv.compile<{ applicantId: string; types: string[]; shareSize: number }>({
  type: 'object',
  required: ['applicantId', 'types', 'shareSize'],
  properties: {
    applicantId: text,
    types: { type: 'array', items: text, minItems: 1 },
    shareSize: { type: 'number', minimum: 0, maximum: 100 },
  },
})
const isResult = ajv.compile<ReviewResult>({
  type: 'object',
  required: ['reviewAnswer', 'rejectLabels'],
  properties: {
    reviewAnswer: { enum: ['GREEN', 'RED'] },
    rejectLabels: { type: 'array', items: text },
    reviewRejectType: { enum: ['FINAL', 'RETRY'] },
    moderationComment: { type: 'string' },
    clientComment: { type: 'string' },
  },
})
const isMetadata = ajv.compile<{ idDocType: string; country: string; idDocSubType?: string }>({
  type: 'object',
  required: ['idDocType', 'country'],
  properties: {
    idDocType: text,
    country: { type: 'string', pattern: '^[A-Z]{3}$' },
    idDocSubType: text,
  },
})

/** Of a token that names no life. */
const TOKEN_SECONDS = 600
const isToken = ajv.compile<{ userId: string; levelName: string; ttlInSecs?: number }>({
  type: 'object',
  required: ['userId', 'levelName'],
  properties: {
    userId: text,
    levelName: text,
    ttlInSecs: { type: 'integer', minimum: 1 },
    applicantIdentifiers: { type: 'object' },
    externalActionId: text,
  },
})

/** What an application starts the vendor's library with. The sandbox has no library: its pages are opened by links. */
function sdkToken(body: unknown): Answer {
  if (!isToken(body)) throw refusal(400, problemOf(isToken.errors))
  return { status: 200, body: { token: `_act-sbx-${randomUUID()}`, userId: body.userId } }
}

type Params = Readonly<Record<string, string>>
type Handle = (input: {
  readonly ctx: Koa.Context
  readonly params: Params
  readonly raw: Buffer
  readonly body: Record<string, unknown> | undefined
}) => Promise<Answer>

export function createVendorApp(vendor: Vendor): Koa {
  const router = new Router({ prefix: '/resources' })
  const add = (
    method: 'get' | 'post' | 'patch',
    path: string,
    operation: string,
    handle: Handle,
  ): void => {
    router[method](path, async (ctx) => {
      const raw = await rawBody(ctx, UPLOAD_BYTES_MAX)
      authenticate(vendor, ctx, raw)
      const matched = `${ctx.url} ${raw.subarray(0, 2_000).toString('latin1')}`
      const body = parseObject(raw)
      const fault = await vendor.faults.claim('verification', operation, matched, callFaults, () =>
        workOf(vendor, ctx.params, body),
      )
      await answerUnder(fault, ctx, brokenBody, () =>
        handle({ ctx, params: ctx.params, raw, body }),
      )
    })
  }
  addApplicantRoutes(vendor, add)
  addLinkRoutes(vendor, add)

  const app = createApp(vendor.log, brokenBody)
  const pages = new Router()
  addPageRoutes(pages, vendor)
  app.use(pages.routes())
  app.use(router.routes())
  app.use(() => {
    throw refusal(404, 'not found')
  })
  return app
}

/** The holder that the request names, or whose applicant it names. */
async function workOf(
  { store }: Vendor,
  { id, externalId }: Params,
  body: Record<string, unknown> | undefined,
): Promise<Work> {
  const named = externalId ?? body?.externalUserId ?? body?.userId
  if (named !== undefined) return workOfHolder(named)
  const { rows } = await store.pool.query<{ external_user_id: string }>(
    'select external_user_id from vendor_applicants where id = $1',
    [id],
  )
  return rows.flatMap(({ external_user_id }) => workOfHolder(external_user_id))
}

type Add = (
  method: 'get' | 'post' | 'patch',
  path: string,
  operation: string,
  handle: Handle,
) => void

function addApplicantRoutes(vendor: Vendor, add: Add): void {
  const id = ({ id = '' }: Params): string => id
  add('post', '/applicants', 'create', async ({ ctx, body }) => {
    const levelName = String(ctx.query.levelName ?? '')
    if (!isApplicant(body) || levelName === '') throw refusal(400, problemOf(isApplicant.errors))
    const { externalUserId, type, email, phone, fixedInfo = {} } = body
    const info = type === 'company' ? fixedInfo.companyInfo : fixedInfo
    return createApplicant(vendor, {
      ...{ externalUserId, type, levelName, email, phone },
      info: info as Record<string, unknown>,
    })
  })
  add('get', '/applicants/-;externalUserId=:externalId/one', 'read', async ({ params }) =>
    readApplicant(vendor, 'external_user_id', params.externalId ?? ''),
  )
  add('get', '/applicants/:id/one', 'read', async ({ params }) =>
    readApplicant(vendor, 'id', id(params)),
  )
  add('get', '/applicants/:id/status', 'read', async ({ params }) => {
    const { status, body } = await readApplicant(vendor, 'id', id(params))
    return { status, body: (body as { readonly review: object }).review }
  })
  add('get', '/applicants/:id/requiredIdDocsStatus', 'steps', async ({ params }) =>
    readSteps(vendor, id(params)),
  )
  add('patch', '/applicants/:id/fixedInfo', 'update', async ({ params, body = {} }) =>
    updateApplicant(vendor, id(params), body),
  )
  add('patch', '/applicants/:id/fixedInfo/companyInfo', 'update', async ({ params, body = {} }) =>
    updateApplicant(vendor, id(params), body),
  )
  add('post', '/applicants/:id/info/idDoc', 'document', async ({ ctx, params, raw }) => {
    const form = await formOf(ctx, raw)
    const metadata = parseObject(Buffer.from(String(form.get('metadata') ?? '')))
    const content = await fileOf(form, 'content')
    if (!isMetadata(metadata) || content === undefined) throw refusal(400, 'metadata and content')
    const { idDocType, idDocSubType, country } = metadata
    const answer = await addDocument(vendor, id(params), {
      ...{ idDocType, idDocSubType, country, content },
    })
    ctx.set('X-Image-Id', answer.imageId)
    return answer
  })
  add('post', '/applicants/:id/status/pending', 'check', async ({ params }) =>
    requestCheck(vendor, id(params)),
  )
  add('post', '/applicants/:id/status/testCompleted', 'test', async ({ params, body }) => {
    if (!isResult(body)) throw refusal(400, problemOf(isResult.errors))
    return setReview(vendor, id(params), { reviewStatus: 'completed', reviewResult: body })
  })
  add(
    'post',
    '/applicants/:id/fixedInfo/companyInfo/beneficiaries',
    'beneficiary',
    async ({ params, body }) => {
      if (!isBeneficiary(body)) throw refusal(400, problemOf(isBeneficiary.errors))
      await vendor.store.pool.query(
        `insert into vendor_beneficiaries (company_id, applicant_id, types, share_size) values ($1, $2, $3, $4)
         on conflict (company_id, applicant_id) do update set types = $3, share_size = $4`,
        [id(params), body.applicantId, body.types, body.shareSize],
      )
      return { status: 200, body: { id: body.applicantId } }
    },
  )
}

function addLinkRoutes(vendor: Vendor, add: Add): void {
  add('get', '/status/api', 'status', async () => ({ status: 200, body: { status: 'OK' } }))
  // By the body, or by the query as before.
  add('post', '/accessTokens/sdk', 'token', async ({ body }) => sdkToken(body))
  add('post', '/accessTokens', 'token', async ({ ctx: { query } }) =>
    sdkToken({ ...query, ttlInSecs: Number(query.ttlInSecs ?? TOKEN_SECONDS) }),
  )
  add('post', '/sdkIntegrations/levels/-/websdkLink', 'link', async ({ ctx, body }) => {
    if (!isLink(body)) throw refusal(400, problemOf(isLink.errors))
    return createLink(vendor, `${ctx.protocol}://${ctx.host}`, body)
  })
  add('get', '/applicantActions/-;externalActionId=:id/one', 'action', async ({ params }) =>
    readAction(vendor, params.id ?? ''),
  )
}

function problemOf(errors: unknown): string {
  return `not understood: ${JSON.stringify(errors ?? [])}`
}

/** @throws Refusal 401 */
function authenticate({ account, clock }: Vendor, ctx: Koa.Context, raw: Buffer): void {
  const timestamp = ctx.get('x-app-access-ts')
  const expected = createHmac('sha256', account.secretKey)
    .update(`${timestamp}${ctx.method}${ctx.url}`)
    .update(raw)
    .digest()
  const given = Buffer.from(ctx.get('x-app-access-sig'), 'hex')
  const isAuthentic =
    ctx.get('x-app-token') === account.appToken &&
    clock.isNear(Number(timestamp) * 1_000, CLOCK_SECONDS * 1_000) &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  if (!isAuthentic)
    throw new Refusal(401, 'unauthorized', { code: 401, description: 'unauthorized' })
}
