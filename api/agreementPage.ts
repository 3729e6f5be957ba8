/** The page with the text of one version of an agreement. */
import type { AgreementType } from '../contract/components/agreements.ts'
import { Refusal } from '../contract/errors.ts'
import type { Shown } from '../contract/shown.ts'
import { protectPage } from './contentPolicy.ts'
import type { Dependencies } from './dependencies.ts'
import { textPage, textPagePolicy } from './page.ts'
import type { ApiRouter } from './router.ts'

type Type = Shown<typeof AgreementType>

const titles: Readonly<Record<Type, string>> = {
  SERVICE_END_USER_TERMS: 'Terms of service',
  SERVICE_E_SIGN_CONSENT: 'Consent to electronic documents',
  SERVICE_PRIVACY_POLICY: 'Privacy policy',
  BANK_E_SIGN_CONSENT: 'Consent to electronic documents of the bank',
  BANK_ACCOUNTHOLDER_AGREEMENT: 'Agreement with the bank about the account',
  BANK_PRIVACY_POLICY: 'Privacy policy of the bank',
  BANK_CARDHOLDER_AGREEMENT: 'Agreement with the bank about the card',
}

export function agreementPathOf(type: Type, version: string): string {
  return `/agreements/${type}/${encodeURIComponent(version)}`
}

export function agreementRoutes(
  router: ApiRouter,
  { database }: Pick<Dependencies, 'database'>,
): void {
  router.get('/agreements/:type/:version', async (context) => {
    context.state.operation = 'agreementPage'
    const [found] = await database.query<{ type: Type; version: string; body: string }>({
      name: 'agreement_page',
      text: 'select type, version, body from agreements where type = $1 and version = $2',
      values: [context.params.type, context.params.version],
    })
    if (found === undefined) throw new Refusal('NOT_FOUND')
    protectPage(context, textPagePolicy)
    context.type = 'html'
    const paragraphs = found.body.split(/\n\s*\n/)
    context.body = textPage(titles[found.type], [`Version ${found.version}`, ...paragraphs])
  })
}
