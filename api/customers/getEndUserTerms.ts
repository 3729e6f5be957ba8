import { EndUserTerms } from '../../contract/components/agreements.ts'
import { agreementPathOf } from '../agreementPage.ts'
import { operation } from '../operation.ts'
import { agreementsInForce } from './agreements.ts'

const type = 'SERVICE_END_USER_TERMS'

export const getEndUserTerms = operation({
  id: 'getEndUserTerms',
  group: 'Customers',
  method: 'get',
  path: '/customers/end-user-terms',
  permission: 'VIEW',
  deprecated: true,
  summary: 'The terms that end users accept',
  description:
    'The entry SERVICE_END_USER_TERMS of `GET /customers/agreements`: call that instead.',
  status: 200,
  responses: { 200: EndUserTerms },
  errors: [],
  async handle({ origin, dependencies }) {
    const terms = (await agreementsInForce(dependencies)).find((one) => one.type === type)
    if (terms === undefined) throw new Error('no terms are published')
    return { version: terms.version, url: `${origin}${agreementPathOf(type, terms.version)}` }
  },
})
