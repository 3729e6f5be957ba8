import { AgreementCatalogue } from '../../contract/components/agreements.ts'
import { agreementPathOf } from '../agreementPage.ts'
import { operation } from '../operation.ts'
import { agreementsInForce } from './agreements.ts'

export const getAgreements = operation({
  id: 'getAgreements',
  group: 'Customers',
  method: 'get',
  path: '/customers/agreements',
  permission: 'VIEW',
  summary: 'The agreements that customers accept',
  description:
    'Of each type the version in force and a page with its text: a catalogue, not what a customer must accept. What ' +
    'it has accepted is recorded by `agreementConsents` of its creation or change. An earlier version of the same ' +
    'type may be named, too. Payments wait for SERVICE_END_USER_TERMS alone.',
  status: 200,
  responses: { 200: AgreementCatalogue },
  errors: [],
  async handle({ origin, dependencies }) {
    const inForce = await agreementsInForce(dependencies)
    return {
      data: inForce.map(({ type, version }) => ({
        ...{ type, version },
        url: `${origin}${agreementPathOf(type, version)}`,
      })),
    }
  },
})
