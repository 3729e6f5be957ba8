/** Changes the limits of a card and what it draws on. */
import { request } from '../../lib/request.ts'
import { Field } from '../../ui/Form.tsx'
import { RequestForm } from '../../ui/RequestForm.tsx'
import { Section } from '../../ui/Section.tsx'
import { accountWords, useWallets } from './accounts.tsx'
import type { Card } from './facts.tsx'
import { LimitFields, limitsIn } from './limits.tsx'

type CardTermsProps = { readonly card: Card; readonly onDone: () => void }

export function CardTerms({ card, onDone }: CardTermsProps) {
  const path = { id: card.id }
  return (
    <Section title="Limits and funding source">
      <RequestForm
        key={`${card.maxSpendPerTransaction} ${card.maxSpendPerDay} ${card.maxTransactionsPerDay}`}
        label="Change the limits"
        requestOf={(values) => request('patch', '/cards/{id}', { path, body: limitsIn(values) })}
        kind="plain"
        submit="Set the limits"
        needs="MANAGE"
        done="The limits are set."
        onDone={onDone}
      >
        <LimitFields card={card} />
      </RequestForm>
      <FundingSource card={card} onDone={onDone} />
    </Section>
  )
}

function FundingSource({ card, onDone }: CardTermsProps) {
  const { data } = useWallets(card.customerId)
  const accounts = data?.data.filter(({ status }) => status === 'ACTIVE') ?? []
  const { fundingSource } = card
  if (accounts.length < 2 && accounts[0]?.id === fundingSource) return null
  return (
    <RequestForm
      key={fundingSource}
      label="Change the funding source"
      requestOf={(values) =>
        request('patch', '/cards/{id}', {
          path: { id: card.id },
          body: { fundingSource: values.fundingSource ?? '' },
        })
      }
      kind="plain"
      submit="Draw on this wallet"
      needs="MANAGE"
      done="The card draws on this wallet from now on."
      onDone={onDone}
    >
      <Field
        name="fundingSource"
        label="Draws on"
        value={fundingSource ?? ''}
        options={accounts.map((account) => [account.id, accountWords(account)] as const)}
        hint="Another wallet needs a delegated key of its own."
      />
    </RequestForm>
  )
}
