/** How far the verification of a customer is, what it lacks, and the documents on file. */
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Status } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { Time } from '../../ui/Time.tsx'
import { Contacts } from './Contacts.tsx'
import { Documents } from './Documents.tsx'
import { type Customer, verificationOf } from './facts.tsx'

const EVERY_MS = 5_000

type VerificationProps = { readonly customer: Customer; readonly onChange: () => void }

export function Verification({ customer, onChange }: VerificationProps) {
  const customerId = customer.id
  const asked = request('get', '/verifications', { query: { customerId } })
  const { data, problem, again } = useLive(asked, { everyMs: EVERY_MS })
  const canSubmit = !customer.isDeleted && verificationOf(customer) !== 'APPROVED'
  const owners = customer.customerType === 'BUSINESS' ? (customer.beneficialOwners ?? []) : []
  return (
    <>
      <Section
        title="Verification"
        actions={
          canSubmit ? (
            <ActionButton
              request={request('post', '/verifications', { body: { customerId } })}
              needs="MANAGE"
              done={({ verificationStatus }) => `Submitted: ${wordsOf(verificationStatus)}.`}
              onDone={() => {
                again()
                onChange()
              }}
              isSmall
            >
              Submit
            </ActionButton>
          ) : (
            <Curl request={asked} />
          )
        }
      >
        <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
        {data === undefined ? (
          problem === undefined && <Loading what="The verifications" />
        ) : data.data.length === 0 ? (
          <Empty title="Nothing was submitted.">
            The customer is {wordsOf(verificationOf(customer)).toLowerCase()}.
          </Empty>
        ) : (
          data.data.map((each) => <OneVerification key={each.id} verification={each} />)
        )}
      </Section>
      <Contacts customer={customer} />
      {owners.length > 0 && (
        <Section title="Beneficial owners">
          <KeyValue
            rows={owners.map(({ id, personalInfo, ownershipPercentage, roles, kycStatus }) => [
              `${personalInfo.firstName} ${personalInfo.lastName}`,
              <span key={id} class="row">
                <Status status={kycStatus} /> {ownershipPercentage} %,{' '}
                {roles.map(wordsOf).join(', ')}
                <CopyId id={id} isShort />
              </span>,
            ])}
          />
        </Section>
      )}
      <Documents holder={customerId} />
    </>
  )
}

function OneVerification({ verification }: { readonly verification: Component<'Verification'> }) {
  const { id, verificationStatus, errors, createdAt, updatedAt } = verification
  return (
    <div class="card stack">
      <p class="row">
        <Status status={verificationStatus} />
        <Time at={updatedAt ?? createdAt} />
        <CopyId id={id} isShort />
      </p>
      {errors.length > 0 && (
        <KeyValue
          rows={errors.map(({ type, reason, field, resourceId }) => [
            wordsOf(type),
            <span key={`${type}${field ?? ''}${resourceId}`}>
              {field !== undefined && !reason.includes(field) && <code>{field}</code>} {reason}
            </span>,
          ])}
        />
      )}
    </div>
  )
}
