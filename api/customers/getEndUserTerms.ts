import { EndUserTerms } from '../../contract/components/customers.ts'
import { operation } from '../operation.ts'
import { termsPathOf } from '../termsPage.ts'

export const getEndUserTerms = operation({
  id: 'getEndUserTerms',
  group: 'Customers',
  method: 'get',
  path: '/customers/end-user-terms',
  permission: 'VIEW',
  summary: 'The terms that end users accept',
  description:
    'The version in force and a page with its text. What a customer accepts is recorded by ' +
    '`endUserTermsConsent` of its creation or change; an earlier version may be named, too.',
  status: 200,
  responses: { 200: EndUserTerms },
  errors: [],
  async handle({ origin, dependencies: { database } }) {
    const { version } = await database.one<{ version: string }>({
      name: 'end_user_terms',
      text: 'select version from end_user_terms order by published_at desc, version desc limit 1',
    })
    return { version, url: `${origin}${termsPathOf(version)}` }
  },
})
