/** The contacts that must be verified before anything is submitted, where there are some. */
import { request } from '../../lib/request.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Status } from '../../ui/Badge.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Section } from '../../ui/Section.tsx'
import type { Customer } from './facts.tsx'

export function Contacts({ customer }: { readonly customer: Customer }) {
  const { id, contactVerification: state, email, phoneNumber, isDeleted } = customer
  if (state === undefined) return null
  const path = { customerId: id }
  return (
    <Section title="Contacts">
      <KeyValue
        rows={[
          [
            'E-mail',
            state.email && (
              <div key="email" class="row">
                <Status status={state.email} /> {email}
                {state.email === 'PENDING' && !isDeleted && (
                  <ActionButton
                    request={request('post', '/customers/{customerId}/verify-email', { path })}
                    needs="MANAGE"
                    done="A code is sent by e-mail."
                    isSmall
                    label="Send a code by e-mail"
                  >
                    Send a code
                  </ActionButton>
                )}
              </div>
            ),
          ],
          [
            'Phone',
            state.phone && (
              <div key="phone" class="row">
                <Status status={state.phone} /> {phoneNumber}
                {state.phone === 'PENDING' && !isDeleted && (
                  <ActionButton
                    request={request('post', '/customers/{customerId}/verify-phone', { path })}
                    needs="MANAGE"
                    done="A code is sent by SMS."
                    isSmall
                    label="Send a code by SMS"
                  >
                    Send a code
                  </ActionButton>
                )}
              </div>
            ),
          ],
        ]}
      />
    </Section>
  )
}
