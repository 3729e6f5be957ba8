/**
 * The hosted page: what a customer of the platform sees. Plain forms, no script. Beside what a person
 * would do there, it has the buttons of the reviewer, whose part the tester plays in a sandbox.
 */
import { readFile } from 'node:fs/promises'
import type Router from '@koa/router'
import type Koa from 'koa'
import { type Answer, Refusal } from '../http.ts'
import { requestCheck, setReview } from './applicants.ts'
import { addDocument, documentsOf } from './documents.ts'
import { finishAction, type LinkRow, openLink, readAction } from './links.ts'
import { fileOf, formOf } from './multipart.ts'
import { escaped, layout } from './pageLayout.ts'
import type { ApplicantRow, Review, Vendor } from './vendor.ts'

const stylesheet = new URL('./page.css', import.meta.url)

/** Nothing but our own style sheet and forms. Forms answer with a page, so no redirect is followed. */
const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const decisions: Readonly<Record<string, { says: string; review: Review }>> = {
  approve: {
    says: 'Approved.',
    review: { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } },
  },
  reject: {
    says: 'Rejected.',
    review: {
      reviewStatus: 'completed',
      reviewResult: {
        reviewAnswer: 'RED',
        reviewRejectType: 'FINAL',
        rejectLabels: ['FORGERY'],
        moderationComment: 'The document is not genuine.',
      },
    },
  },
  more: {
    says: 'More information was asked for.',
    review: {
      reviewStatus: 'completed',
      reviewResult: {
        reviewAnswer: 'RED',
        reviewRejectType: 'RETRY',
        rejectLabels: ['LOW_QUALITY'],
        moderationComment: 'Please send a sharper picture of the document.',
      },
    },
  },
}

export function addPageRoutes(router: Router, vendor: Vendor): void {
  router.get('/websdk/page.css', async (ctx) => {
    ctx.type = 'css'
    ctx.body = await readFile(stylesheet)
  })
  router.get('/websdk/p/:id', (ctx) => answer(ctx, () => shown(vendor, idOf(ctx))))
  router.post('/websdk/p/:id/documents', (ctx) =>
    answer(ctx, async () => {
      const form = await formOf(ctx)
      const { applicant } = await openLink(vendor, idOf(ctx))
      await addDocument(vendor, applicant.id, {
        idDocType: String(form.get('type') ?? 'PASSPORT'),
        country: 'USA',
        content: (await fileOf(form, 'file')) ?? Buffer.alloc(0),
      })
      return shown(vendor, idOf(ctx), 'The document was received.')
    }),
  )
  router.post('/websdk/p/:id/check', (ctx) =>
    answer(ctx, async () => {
      const { applicant } = await openLink(vendor, idOf(ctx))
      await requestCheck(vendor, applicant.id, 'PERSON')
      return shown(vendor, idOf(ctx), 'Submitted for review.')
    }),
  )
  router.post('/websdk/p/:id/decide/:decision', (ctx) =>
    answer(ctx, async () => shown(vendor, idOf(ctx), await decide(vendor, ctx.params))),
  )
}

async function decide(
  vendor: Vendor,
  { id = '', decision = '' }: Readonly<Record<string, string>>,
): Promise<string> {
  const { link, applicant } = await openLink(vendor, id)
  if (link.external_action_id !== null) {
    const isPassed = decision === 'approve'
    await finishAction(vendor, link.external_action_id, link.external_user_id, isPassed)
    return isPassed ? 'The check was passed.' : 'The check was not passed.'
  }
  const made = decisions[decision]
  if (made === undefined) throw new Refusal(404, 'no such decision')
  // A review that has not been requested begins with the decision.
  if (['init', 'completed', 'awaitingUser'].includes(applicant.review_status)) {
    await requestCheck(vendor, applicant.id, 'PERSON')
  }
  await setReview(vendor, applicant.id, made.review)
  return made.says
}

async function answer(ctx: Koa.Context, make: () => Promise<Answer>): Promise<void> {
  ctx.set('Content-Security-Policy', POLICY)
  ctx.set('Referrer-Policy', 'no-referrer')
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.set('Cache-Control', 'no-store')
  const { status, body } = await make().catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    const { status } = error.answer
    return { status, body: layout('Verification', `<p role="alert">${escaped(error.message)}</p>`) }
  })
  ctx.status = status
  ctx.type = 'html'
  ctx.body = body
}

async function shown(vendor: Vendor, id: string, says?: string): Promise<Answer> {
  const { link, applicant } = await openLink(vendor, id)
  const note = says === undefined ? '' : `<p role="status">${escaped(says)}</p>`
  const content =
    link.external_action_id === null
      ? await applicantContent(vendor, link, applicant)
      : await actionContent(vendor, link, link.external_action_id)
  const back = isWebAddress(link.redirect)
    ? `<p><a href="${escaped(link.redirect)}">Return to the platform</a></p>`
    : ''
  return { status: 200, body: layout('Verification', `${note}${content}${back}`) }
}

async function applicantContent(
  vendor: Vendor,
  link: LinkRow,
  applicant: ApplicantRow,
): Promise<string> {
  const documents = await documentsOf(vendor, applicant.id)
  const rows = documents.map(
    ({ id_doc_type: type, size }) => `<li>${escaped(kinds[type] ?? type)}, ${size} bytes</li>`,
  )
  const at = `/websdk/p/${encodeURIComponent(link.id)}`
  return `<dl>
    <dt>Applicant</dt><dd>${escaped(applicant.external_user_id)}</dd>
    <dt>Review</dt><dd id="review">${escaped(stateInWords(applicant))}</dd>
  </dl>
  <section aria-labelledby="documents"><h2 id="documents">Your documents</h2>
    <ul>${rows.join('') || '<li>None yet</li>'}</ul>
    ${isWithPerson(applicant) ? submissionForms(at) : ''}
  </section>
  ${reviewer(at, [
    ['approve', 'Approve'],
    ['reject', 'Reject'],
    ['more', 'Ask for more'],
  ])}`
}

/** What a person can send, by the vendor's words. */
const kinds: Readonly<Record<string, string>> = {
  PASSPORT: 'Passport',
  ID_CARD: 'Identity card',
  DRIVERS: 'Driving license',
  UTILITY_BILL: 'Utility bill',
  COMPANY_DOC: 'Company document',
}

function submissionForms(at: string): string {
  const options = Object.entries(kinds).map(
    ([type, words]) => `<option value="${type}">${words}</option>`,
  )
  return `<form method="post" action="${at}/documents" enctype="multipart/form-data">
      <label>Kind <select name="type">${options.join('')}</select></label>
      <label>File (PDF, JPEG or PNG) <input type="file" name="file" required
        accept="application/pdf,image/jpeg,image/png"></label>
      <button>Upload</button>
    </form>
    <form method="post" action="${at}/check"><button>Submit for review</button></form>`
}

/** Neither under review nor decided for good. */
function isWithPerson({ review_status: status, review_result: result }: ApplicantRow): boolean {
  if (status === 'completed') return result?.reviewRejectType === 'RETRY'
  return status === 'init' || status === 'awaitingUser'
}

function stateInWords(applicant: ApplicantRow): string {
  const { review_status: status, review_result: result } = applicant
  if (status === 'init') return 'Not submitted yet'
  if (status === 'onHold') return 'A person looks at it'
  if (isWithPerson(applicant)) return `More is needed. ${result?.moderationComment ?? ''}`.trim()
  if (status !== 'completed') return 'Under review'
  return result?.reviewAnswer === 'GREEN' ? 'Approved' : 'Rejected'
}

async function actionContent(vendor: Vendor, link: LinkRow, actionId: string): Promise<string> {
  const isOver = await readAction(vendor, actionId).then(
    () => true,
    () => false,
  )
  const at = `/websdk/p/${encodeURIComponent(link.id)}`
  return `<p>A liveness check: a real vendor would look at a face through the camera.</p>${
    isOver
      ? '<p id="review">The check is over.</p>'
      : reviewer(at, [
          ['approve', 'Pass'],
          ['reject', 'Fail'],
        ])
  }`
}

function reviewer(at: string, buttons: readonly (readonly [string, string])[]): string {
  const forms = buttons.map(
    ([decision, label]) =>
      `<form method="post" action="${at}/decide/${decision}"><button>${label}</button></form>`,
  )
  return `<section class="reviewer" aria-labelledby="reviewer"><h2 id="reviewer">Reviewer (sandbox)</h2>
    <p>No person reviews in the sandbox: decide yourself.</p><div>${forms.join('')}</div></section>`
}

function isWebAddress(redirect: string | null): redirect is string {
  return redirect !== null && /^https?:/.test(redirect)
}

function idOf({ params }: { params: Readonly<Record<string, string>> }): string {
  return params.id ?? ''
}
