/** The verification vendor's part of the control port: reviews, liveness checks, and its notices. */
import type Router from '@koa/router'
import { createAjv } from '../../contract/ajv.ts'
import { parseObject, Refusal, rawBody } from '../http.ts'
import { applicantRow, setReview } from '../verificationVendor/applicants.ts'
import { finishAction } from '../verificationVendor/links.ts'
import type { Review, Vendor } from '../verificationVendor/vendor.ts'

const ajv = createAjv()
const isReview = ajv.compile<Review>({
  type: 'object',
  required: ['reviewStatus'],
  additionalProperties: false,
  properties: {
    reviewStatus: {
      enum: [
        'init',
        'pending',
        'prechecked',
        'queued',
        'onHold',
        'completed',
        'awaitingService',
        'awaitingUser',
      ],
    },
    reviewResult: {
      type: 'object',
      required: ['reviewAnswer'],
      properties: { reviewAnswer: { enum: ['GREEN', 'RED'] } },
    },
  },
})
const isBehaviour = ajv.compile<Partial<Vendor['behaviour']>>({
  type: 'object',
  additionalProperties: false,
  properties: {
    decisionDelayMs: { type: 'integer', minimum: 0, maximum: 3_600_000 },
    noticeDelaysMs: { type: 'array', items: { type: 'integer', minimum: 0 }, maxItems: 100 },
    digestAlgorithm: { enum: ['HMAC_SHA256_HEX', 'HMAC_SHA512_HEX', 'HMAC_SHA1_HEX'] },
  },
})

/** `:externalId` is the service's id of the person or company. */
export function addVerificationRoutes(router: Router, vendor: Vendor): void {
  router.post('/verification/applicants/:externalId/review', async (ctx) => {
    const review = parseObject(await rawBody(ctx))
    if (!isReview(review)) throw new Refusal(400, 'not a review')
    const { id } = await applicantRow(vendor, 'external_user_id', ctx.params.externalId ?? '')
    ctx.body = (await setReview(vendor, id, review)).body
  })
  router.post('/verification/applicants/:externalId/actions/:actionId/:outcome', async (ctx) => {
    const { externalId = '', actionId = '', outcome } = ctx.params
    await finishAction(vendor, actionId, externalId, outcome === 'pass')
    ctx.status = 204
  })
  router.post('/verification/behaviour', async (ctx) => {
    const behaviour = parseObject(await rawBody(ctx))
    if (!isBehaviour(behaviour)) throw new Refusal(400, 'no such behaviour')
    Object.assign(vendor.behaviour, behaviour)
    ctx.body = vendor.behaviour
  })
  router.get('/verification/notices', async (ctx) => {
    const { rows } = await vendor.store.pool.query(
      `select body::json as body, attempts, delivered_at as "deliveredAt" from vendor_notices
       where $1::text is null or body::json ->> 'externalUserId' = $1 order by ordinal desc limit 200`,
      [ctx.query.externalUserId ?? null],
    )
    ctx.body = { notices: rows }
  })
  // Notices are sent again as they were, those that were taken too.
  router.post('/verification/applicants/:externalId/notices', async (ctx) => {
    const { rowCount } = await vendor.store.pool.query(
      `update vendor_notices set next_at = store_now(), attempts = 0
       where body::json ->> 'externalUserId' = $1`,
      [ctx.params.externalId],
    )
    ctx.body = { sent: rowCount }
  })
}
