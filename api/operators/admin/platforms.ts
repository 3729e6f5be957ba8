/** Platforms: created, and what of them is an operator's to change. */
import { createPublicKey } from 'node:crypto'
import { invalidInput, Refusal } from '../../../contract/errors.ts'
import { idOf } from '../../../contract/ids.ts'
import {
  changePlatform,
  insertPlatform,
  PlatformNameTaken,
  type PlatformSettings,
  requirableFields,
  setRequiredFields,
} from '../../../db/platforms.ts'
import { webhookKeyring } from '../../../runtime/webhookKeys.ts'
import { environment, platformById } from '../platformById.ts'
import { operatorRoute } from '../route.ts'

const invitationUrl = { type: 'string', minLength: 1, maxLength: 512 } as const
const CENTS_MAX = 2_000_000_000

export const createPlatform = operatorRoute({
  id: 'createPlatform',
  method: 'post',
  path: '/platforms',
  role: 'ADMIN',
  summary: 'Create a platform in one environment, with its first token, whose secret is shown once',
  status: 201,
  body: {
    type: 'object',
    required: ['name', 'environment'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' },
      environment,
      counterpartyRequirements: { type: 'boolean', default: false },
      regulated: { type: 'boolean', default: true },
      invitationUrl,
      maxCards: { type: 'integer', minimum: 0, maximum: 999_999_999 },
      oneCardPerCardholder: { type: 'boolean', default: false },
    },
  },
  async handle({ body, tx }) {
    const url = body.invitationUrl === undefined ? undefined : pageAddress(body.invitationUrl)
    const { id, ...credentials } = await insertPlatform(tx, { ...body, invitationUrl: url }).catch(
      (error: unknown) => {
        if (!(error instanceof PlatformNameTaken)) throw error
        throw new Refusal('CONFLICT', { reason: error.message })
      },
    )
    const subject = idOf('PlatformConfig', id)
    const { name, environment: side } = body
    const answer = { id: subject, name, environment: side, ...credentials }
    return { body: answer, subject, platformId: id, details: { ...body } }
  },
})

export const setPlatform = operatorRoute({
  id: 'setPlatform',
  method: 'post',
  path: '/platforms/:platformId/settings',
  role: 'ADMIN',
  summary:
    'Change what of a platform is an operator’s: where invitations are claimed (null: nowhere), what a currency asks of customers, bounds of the card issuer’s claims, accounts that sweep',
  body: {
    type: 'object',
    minProperties: 1,
    properties: {
      invitationUrl: { anyOf: [invitationUrl, { type: 'null' }] },
      requiredFields: {
        type: 'object',
        required: ['currency', 'fields'],
        properties: {
          currency: { type: 'string', minLength: 1, maxLength: 10 },
          fields: {
            type: 'array',
            uniqueItems: true,
            maxItems: requirableFields.length,
            items: { type: 'string', enum: requirableFields },
          },
        },
      },
      cardBounds: {
        type: 'object',
        required: ['percent', 'cents', 'unaskedCents', 'creditCents'],
        properties: {
          percent: { type: 'integer', minimum: 0, maximum: 1_000 },
          cents: { type: 'integer', minimum: 0, maximum: CENTS_MAX },
          unaskedCents: { type: 'integer', minimum: 0, maximum: CENTS_MAX },
          creditCents: { type: 'integer', minimum: 0, maximum: CENTS_MAX },
        },
      },
      ruleAccounts: { type: 'boolean' },
    },
  },
  async handle({ params, body, tx }) {
    const { id, name, environment: side } = await platformById(tx, params.platformId)
    const { invitationUrl: url, requiredFields, cardBounds, ruleAccounts } = body
    const changes: PlatformSettings = {
      ...(url !== undefined && { invitationUrl: url === null ? null : pageAddress(url) }),
      ...(ruleAccounts !== undefined && { hasRuleAccounts: ruleAccounts }),
      ...(cardBounds !== undefined && {
        cardOverclearingPercent: cardBounds.percent,
        cardOverclearingCents: BigInt(cardBounds.cents),
        cardUnaskedCents: BigInt(cardBounds.unaskedCents),
        cardCreditCents: BigInt(cardBounds.creditCents),
      }),
    }
    await changePlatform(tx, id, changes)
    if (requiredFields !== undefined && !(await setRequiredFields(tx, id, requiredFields))) {
      const message = 'is no currency of the platform'
      throw invalidInput([{ field: 'requiredFields.currency', constraint: 'enum', message }])
    }
    const subject = params.platformId
    const answer = { id: subject, name, environment: side }
    return { body: answer, subject, platformId: id, details: { ...body } }
  },
})

export const listWebhookKeys = operatorRoute({
  id: 'listWebhookKeys',
  method: 'get',
  path: '/platforms/:platformId/webhook-keys',
  role: 'VIEW',
  summary: 'The public keys of a platform’s webhooks as PEM, the signing one first',
  async handle({ params, tx, dependencies }) {
    const { id, environment: side } = await platformById(tx, params.platformId)
    const { published } = webhookKeyring(dependencies.config).of({
      platformId: id,
      environment: side,
    })
    const data = published.map((key) => ({
      kid: key.kid,
      pem: createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }),
    }))
    return { body: { data }, subject: params.platformId, platformId: id }
  },
})

/** @throws Refusal INVALID_INPUT for what is no address of a page, or has a query or a fragment */
function pageAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPage = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url !== undefined && isPage && !/[?#]/.test(text)) return url.href
  const message = 'is no http(s) address without query'
  throw invalidInput([{ field: 'invitationUrl', constraint: 'format', message }])
}
