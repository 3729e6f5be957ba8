/** The documents that customers accept. A published version is never changed: consents refer to it. */
import { AgreementType } from '../../../contract/components/agreements.ts'
import { Refusal } from '../../../contract/errors.ts'
import { operatorRoute } from '../route.ts'

const BODY_MAX = 200_000

export const listAgreements = operatorRoute({
  id: 'listAgreements',
  method: 'get',
  path: '/agreements',
  role: 'VIEW',
  summary: 'Published versions of the documents that customers accept, by type, the newest first',
  isUnaudited: true,
  async handle({ tx }) {
    const data = await tx.query({
      name: 'operator_agreements',
      text: `select type, version, published_at as "publishedAt" from agreements
        order by array_position($1::text[], type), published_at desc, version desc`,
      values: [AgreementType.enum],
    })
    return { body: { data } }
  },
})

export const publishAgreement = operatorRoute({
  id: 'publishAgreement',
  method: 'post',
  path: '/agreements',
  role: 'ADMIN',
  summary: 'Publish a version of a document, which is in force from then on',
  status: 201,
  body: {
    type: 'object',
    required: ['type', 'version', 'text'],
    properties: {
      type: AgreementType,
      version: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
      text: { type: 'string', minLength: 1, maxLength: BODY_MAX, pattern: '\\S' },
    },
  },
  async handle({ body: { type, version, text }, tx }) {
    const made = await tx.query({
      name: 'operator_publish_agreement',
      text: `insert into agreements (type, version, body) values ($1, $2, $3) on conflict do nothing returning 1`,
      values: [type, version, text.trim()],
    })
    if (made.length === 0) {
      const reason = `Version ${version} of ${type} is published already.`
      throw new Refusal('CONFLICT', { reason })
    }
    const details = { type, version }
    return { body: details, subject: `${type} ${version}`, details }
  },
})
