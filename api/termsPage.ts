/** The page with the text of one version of the end user terms. */
import { Refusal } from '../contract/errors.ts'
import { protectPage } from './contentPolicy.ts'
import type { Dependencies } from './dependencies.ts'
import { textPage, textPagePolicy } from './page.ts'
import type { ApiRouter } from './router.ts'

export function termsPathOf(version: string): string {
  return `/end-user-terms/${encodeURIComponent(version)}`
}

export function termsRoutes(router: ApiRouter, { database }: Pick<Dependencies, 'database'>): void {
  router.get('/end-user-terms/:version', async (context) => {
    context.state.operation = 'endUserTermsPage'
    const [terms] = await database.query<{ version: string; body: string }>({
      name: 'end_user_terms_page',
      text: 'select version, body from end_user_terms where version = $1',
      values: [context.params.version],
    })
    if (terms === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
    protectPage(context, textPagePolicy)
    context.type = 'html'
    const paragraphs = terms.body.split(/\n\s*\n/)
    context.body = textPage('Terms of service', [`Version ${terms.version}`, ...paragraphs])
  })
}
