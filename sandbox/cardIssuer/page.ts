/** The hosted page that shows a card's number, expiry and security code to its holder. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type Router from '@koa/router'
import type Koa from 'koa'
import { parseObject, Refusal } from '../http.ts'
import { escaped } from '../verificationVendor/pageLayout.ts'
import { type CardRow, cardRow, numbersOf } from './cards.ts'
import { type Issuer, tokenOf } from './issuer.ts'
import { textOf } from './lists.ts'

type EmbedRequest = {
  readonly token: string
  readonly css: string | undefined
  readonly targetOrigin: string | undefined
}

/** The address is the secret: it carries no header, and is good until it expires. */
export function addPageRoutes(router: Router, issuer: Issuer): void {
  router.get('/v1/embed/card', async (ctx) => {
    securityHeaders(ctx)
    ctx.type = 'text/html; charset=utf-8'
    try {
      const request = requestIn(issuer, ctx)
      const card = await cardRow(issuer, tokenOf(request.token, 'Card'))
      ctx.body = pageOf(issuer, card, request)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      ctx.status = error.answer.status
      ctx.body = `<!doctype html><html lang="en"><title>Card</title><p id="alert">${escaped(error.message)}</p></html>`
    }
  })
  router.get('/v1/embed/copy.js', (ctx) => {
    securityHeaders(ctx)
    ctx.type = 'text/javascript; charset=utf-8'
    ctx.body = copyScript
  })
}

function securityHeaders(ctx: Koa.Context): void {
  ctx.set('Cache-Control', 'no-store')
  ctx.set('Referrer-Policy', 'no-referrer')
}

/** @throws Refusal 401 for a request that is not ours to answer */
function requestIn({ account, clock }: Issuer, ctx: Koa.Context): EmbedRequest {
  const json = Buffer.from(textOf(ctx.query.embed_request) ?? '', 'base64')
  const given = Buffer.from(textOf(ctx.query.hmac) ?? '', 'base64')
  const expected = createHmac('sha256', account.apiKey).update(json).digest()
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
  const { token, css, expiration, target_origin: targetOrigin } = parseObject(json) ?? {}
  const end = typeof expiration === 'string' ? Date.parse(expiration) : Number.NaN
  if (!isSigned || typeof token !== 'string' || !(end > clock.now().getTime())) {
    throw new Refusal(401, 'This link is over, or was never good.')
  }
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' ? value : undefined
  return { token, css: text(css), targetOrigin: text(targetOrigin) }
}

function pageOf(issuer: Issuer, card: CardRow, { css, targetOrigin }: EmbedRequest): string {
  const { pan, cvv } = numbersOf(issuer, card)
  const groups = (pan.match(/.{1,4}/g) ?? []).join('<span class="pan-separator"> </span>')
  const style = css === undefined ? '' : `<link rel="stylesheet" href="${escaped(css)}">`
  const origin = targetOrigin === undefined ? '' : ` data-target-origin="${escaped(targetOrigin)}"`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Card</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${style}
<script src="/v1/embed/copy.js" defer></script></head>
<body><main id="card"${origin}>
<div id="pan" role="button" tabindex="0" aria-label="Card number" data-copies="${pan}">${groups}</div>
<div id="expiry"><span id="month">${card.exp_month}</span>/<span id="year">${card.exp_year}</span></div>
<div id="cvv" role="button" tabindex="0" aria-label="Security code" data-copies="${cvv}">${cvv}</div>
<div id="alert" role="status"></div></main></body></html>`
}

const copyScript = `const card = document.getElementById('card')
const origin = card.dataset.targetOrigin
for (const element of document.querySelectorAll('[data-copies]')) {
  element.addEventListener('click', async () => {
    let isCopied = true
    try { await navigator.clipboard.writeText(element.dataset.copies) } catch { isCopied = false }
    document.getElementById('alert').textContent = isCopied ? 'Copied' : ''
    if (origin) parent.postMessage({ copyElt: element.id, isCopied }, origin)
  })
}
`
