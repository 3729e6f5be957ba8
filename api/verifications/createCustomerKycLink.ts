import { randomUUID } from 'node:crypto'
import { canonicalJson } from '../../contract/canonicalJson.ts'
import { KycLinkCreateRequest, KycLinkResponse } from '../../contract/components/verifications.ts'
import { type FieldError, Refusal } from '../../contract/errors.ts'
import { shownInstant } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import { urlIn } from '../../contract/urlText.ts'
import { deriveUuid, hashOf } from '../../domain/derivedIds.ts'
import { isDecidedBySuffix } from '../../domain/verification/sandboxSuffix.ts'
import { hashOfToken, linkTokens } from '../../runtime/verificationLinks.ts'
import { type Call, operation, type Reply, replayHeaders, reply } from '../operation.ts'
import { keyRetentionOver } from '../outcomes.ts'
import { hostedPagePath } from '../verificationPages.ts'
import { refuseUnverifiedContacts } from './contacts.ts'
import { readFacts, submitVerification } from './submission.ts'

export const createCustomerKycLink = operation({
  id: 'createCustomerKycLink',
  group: 'KYC/KYB Verifications',
  method: 'post',
  path: '/customers/:customerId/kyc-link',
  permission: 'MANAGE',
  summary: 'Create a link to the hosted verification page',
  description:
    'Each call gives a fresh link, which opens once, and not after `expiresAt`. Links that were given ' +
    'out before stay valid.',
  body: KycLinkCreateRequest,
  bodyOptional: true,
  headers: { idempotencyKey: true },
  outside: { always: ['VERIFICATION_VENDOR'] },
  answersSecret: true,
  validate: ({ body }) => redirectProblems(body),
  status: 201,
  responses: { 201: KycLinkResponse },
  errors: ['USER_NOT_FOUND', 'CONFLICT', 'DUPLICATE_PAY_REQUEST'],
  async handle(call) {
    const { params, platform, dependencies, trace } = call
    const facts = await readFacts(dependencies, platform.id, params.customerId)
    const answer = await createLink(call, facts.id)
    // Where the sandbox decides by a suffix, a link is the beginning of a verification too.
    const isOpen = facts.kycStatus === 'UNVERIFIED' && isDecidedBySuffix(facts)
    if (isOpen) await submitVerification({ dependencies, platform, trace }, facts)
    return answer
  },
})

async function createLink(
  call: Call,
  customerId: string,
): Promise<Reply<Shown<typeof KycLinkResponse>>> {
  const { body, platform, dependencies, idempotencyKey: key, origin } = call
  const { redirectUri } = (body ?? {}) as { redirectUri?: string }
  const { database, config } = dependencies
  const requestHash = hashOf('createCustomerKycLink', canonicalJson({ customerId, redirectUri }))
  const id =
    key === undefined
      ? randomUUID()
      : deriveUuid(platform.id, 'createCustomerKycLink', key, requestHash)
  const tokens = linkTokens(config)
  const result = await database.call('create_verification_link', {
    ...{ id, platformId: platform.id, customerId, redirectUri, key, requestHash },
    tokenHash: hashOfToken(tokens.tokenOf(id)),
    lifetimeSeconds: config.KYC_LINK_LIFETIME_SECONDS,
  })
  switch (result.outcome) {
    case 'NOT_FOUND':
      throw new Refusal('USER_NOT_FOUND')
    case 'OTHER':
      throw new Refusal('DUPLICATE_PAY_REQUEST')
    case 'CONTACTS':
      refuseUnverifiedContacts(result.contacts)
      throw new Refusal('CONFLICT')
    default: {
      const token = tokens.findToken(id, result.tokenHash)
      if (token === undefined) throw keyRetentionOver()
      const link = {
        kycUrl: `${origin}${hostedPagePath(token)}`,
        expiresAt: shownInstant(result.expiresAt),
        provider: 'SUMSUB' as const,
      }
      return reply(201, link, replayHeaders(result.outcome === 'SAME'))
    }
  }
}

/** https, or http for an address of this machine. */
function redirectProblems(body: unknown): FieldError[] {
  const { redirectUri } = (body ?? {}) as { redirectUri?: unknown }
  const url = typeof redirectUri === 'string' ? urlIn(redirectUri) : undefined
  if (url === undefined) return []
  const { protocol, hostname } = url
  const isLocal = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  if (protocol === 'https:' || (protocol === 'http:' && isLocal)) return []
  const message = 'must be https, or http for a local address'
  return [{ field: 'redirectUri', constraint: 'pattern', message }]
}
