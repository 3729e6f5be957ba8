/** Who the customer is, as the service knows it, and its deletion. */
import { request } from '../../lib/request.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { Time } from '../../ui/Time.tsx'
import type { Customer } from './facts.tsx'

type ProfileProps = { readonly customer: Customer; readonly onChange: () => void }

export function Profile({ customer, onChange }: ProfileProps) {
  const person = customer.customerType === 'INDIVIDUAL' ? customer : undefined
  const business = customer.customerType === 'BUSINESS' ? customer.businessInfo : undefined
  const { address, agreementConsents: consents } = customer
  return (
    <Section title="Profile">
      <KeyValue
        rows={[
          ['Id', <CopyId key="id" id={customer.id} />],
          ['Your id', <CopyId key="own" id={customer.platformCustomerId} />],
          ['UMA address', <CopyId key="uma" id={customer.umaAddress} />],
          ['Type', wordsOf(customer.customerType)],
          ['Legal name', business?.legalName],
          ['Name', person?.fullName],
          ['Birth date', person?.birthDate],
          ['Nationality', person?.nationality],
          ['Incorporated', business?.incorporatedOn],
          ['Country', business?.country],
          ['Region', customer.region],
          ['Currencies', customer.currencies?.join(', ')],
          ['E-mail', customer.email && <CopyId key="email" id={customer.email} />],
          ['Phone', customer.phoneNumber && <CopyId key="phone" id={customer.phoneNumber} />],
          [
            'Address',
            address &&
              [address.line1, address.city, address.postalCode, address.country]
                .filter(Boolean)
                .join(', '),
          ],
          [
            'Agreements',
            consents.length > 0 &&
              consents.map(({ type, termsVersion, acceptedAt }) => (
                <div key={type}>
                  {wordsOf(type)} {termsVersion}, accepted <Time at={acceptedAt} />
                </div>
              )),
          ],
          ['Created', customer.createdAt && <Time key="created" at={customer.createdAt} isExact />],
          ['Changed', customer.updatedAt && <Time key="changed" at={customer.updatedAt} isExact />],
        ]}
      />
      {!customer.isDeleted && (
        <ActionButton
          request={request('delete', '/customers/{customerId}', {
            path: { customerId: customer.id },
          })}
          needs="MANAGE"
          kind="danger"
          confirm="The customer is deleted for good: its credentials and sessions end, its agents are deleted, its internal accounts are closed. Refused while there is a balance or a payment under way."
          done="The customer is deleted."
          onDone={onChange}
        >
          Delete customer
        </ActionButton>
      )}
    </Section>
  )
}
