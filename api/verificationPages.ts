/**
 * Links to the verification vendor's hosted pages: hops of our own. The vendor's link can be opened
 * again until it expires; ours leads there once, by the button of its page, and the vendor's is made when it does.
 */
import { idOf, livenessActionId } from '../contract/ids.ts'
import type { Environment } from '../contract/outsideParties.ts'
import { hashOfToken } from '../runtime/verificationLinks.ts'
import { protectPage } from './contentPolicy.ts'
import type { Dependencies } from './dependencies.ts'
import { isOpen } from './middleware/maintenance.ts'
import type { Context } from './middleware/state.ts'
import { formPagePolicy, textPage, textPagePolicy } from './page.ts'
import type { ApiRouter } from './router.ts'

/** Paths below it end in a secret: no log may show them. */
const HOSTED_PAGE = '/verify'

export function hostedPagePath(token: string): string {
  return `${HOSTED_PAGE}/${token}`
}

/** The page of a liveness check. @param challengeId UUID that only the platform has */
export function livenessPath(challengeId: string): string {
  return `${HOSTED_PAGE}/liveness/${challengeId}`
}

const BEFORE = 'Your identity is verified on the page of our verification partner. It opens once.'
const OVER = 'This link has been used or has expired. Ask for a new one.'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function verificationPageRoutes(dependencies: Dependencies): (router: ApiRouter) => void {
  const { database } = dependencies
  const protect = (context: Context, policy: string): void => {
    context.state.operation = 'verificationPage'
    context.set('Cache-Control', 'no-store')
    protectPage(context, policy)
  }
  return (router) => {
    // A link is opened by scanners of mails and previews of chats, too: only the button of its page uses it.
    router.get(hostedPagePath(':given'), async (context) => {
      protect(context, formPagePolicy)
      if (context.method === 'HEAD') return say(context, 200, '')
      const canBeUsed = await isUsable(database, context.params.given ?? '')
      if (!canBeUsed) return say(context, 410, OVER)
      context.type = 'html'
      context.body = textPage('Verification', [BEFORE], 'Continue')
    })
    router.post(hostedPagePath(':given'), async (context) => {
      protect(context, textPagePolicy)
      if (!(await isOpen(dependencies))) return unavailable(context)
      await lead(context, () => useLink(dependencies, context.params.given ?? ''))
    })
    router.get(livenessPath(':given'), async (context) => {
      protect(context, textPagePolicy)
      if (context.method === 'HEAD') return say(context, 200, '')
      if (!(await isOpen(dependencies))) return unavailable(context)
      await lead(context, () => openLiveness(dependencies, context.params.given ?? ''))
    })
  }
}

async function isUsable(database: Dependencies['database'], token: string): Promise<boolean> {
  const found = await database.query({
    name: 'verification_link_state',
    text: `select 1 from verification_links
      where token_hash = $1 and used_at is null and expires_at > service_now()`,
    values: [Buffer.from(hashOfToken(token), 'hex')],
  })
  return found.length > 0
}

/** @param find the vendor's address; undefined if there is none any more */
async function lead(context: Context, find: () => Promise<string | undefined>): Promise<void> {
  try {
    const url = await find()
    if (url === undefined) return say(context, 410, OVER)
    context.set('Location', url)
    context.body = null
    context.status = 303
  } catch (error) {
    context.state.log.warn({ err: error }, 'the verification vendor gave no page')
    unavailable(context)
  }
}

function unavailable(context: Context): void {
  context.set('Retry-After', '5')
  say(context, 503, 'The page is not available now. Open the link again in a moment.')
}

async function useLink(
  { database, outside }: Dependencies,
  token: string,
): Promise<string | undefined> {
  const hash = Buffer.from(hashOfToken(token), 'hex')
  const link = await database.call('use_verification_link', hash)
  if (link === null) return undefined
  try {
    const { url } = await outside.verificationVendor(link.environment).link({
      externalUserId: idOf('Customer', link.customerId),
      type: link.customerType === 'BUSINESS' ? 'company' : 'individual',
      lifetimeSeconds: link.secondsLeft,
      email: link.email ?? undefined,
      phone: link.phoneNumber ?? undefined,
      redirectUri: link.redirectUri ?? undefined,
    })
    return url
  } catch (error) {
    await database.call('give_verification_link_back', hash)
    throw error
  }
}

/** A liveness check may be opened again: its challenge ends it. */
async function openLiveness(
  { database, outside }: Dependencies,
  challengeId: string,
): Promise<string | undefined> {
  if (!UUID.test(challengeId)) return undefined
  const challenge = await database.maybeOne<{
    environment: Environment
    owner: string
    seconds: number
  }>({
    name: 'liveness_challenge',
    text: `select p.environment, coalesce('Customer:' || a.customer_id, 'PlatformConfig:' || p.id) as owner,
        ceil(extract(epoch from c.expires_at - service_now()))::integer as seconds
      from external_account_challenges c join external_accounts a on a.id = c.account_id
      join platforms p on p.id = a.platform_id
      where c.id = $1 and c.method = 'LIVENESS' and c.state = 'OPEN' and c.expires_at > service_now()`,
    values: [challengeId],
  })
  if (challenge === undefined) return undefined
  const vendor = outside.verificationVendor(challenge.environment)
  const { url } = await vendor.createLivenessLink(livenessActionId(challengeId), {
    externalUserId: challenge.owner,
    lifetimeSeconds: challenge.seconds,
  })
  return url
}

function say(context: Context, status: number, text: string): void {
  context.status = status
  context.type = 'html'
  context.body = textPage('Verification', [text])
}
