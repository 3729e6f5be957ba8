/** Changes the limit of a card and what it draws on. */

import { minorIn } from '../../lib/fields.ts'
import { shownAmount } from '../../lib/money.ts'
import { request } from '../../lib/request.ts'
import { Field } from '../../ui/Form.tsx'
import { RequestForm } from '../../ui/RequestForm.tsx'
import { Section } from '../../ui/Section.tsx'
import { accountWords, useWallets } from './accounts.tsx'
import { type Card, LIMIT_CURRENCY } from './facts.tsx'

type CardTermsProps = { readonly card: Card; readonly onDone: () => void }

export function CardTerms({ card, onDone }: CardTermsProps) {
  const { id, maxSpendPerTransaction: limit } = card
  const path = { id }
  return (
    <Section title="Limit and funding source">
      <RequestForm
        key={String(limit)}
        label="Change the limit"
        requestOf={(values) =>
          request('patch', '/cards/{id}', {
            path,
            body: {
              maxSpendPerTransaction:
                minorIn(values, 'maxSpendPerTransaction', LIMIT_CURRENCY) ?? null,
            },
          })
        }
        kind="plain"
        submit="Set the limit"
        needs="MANAGE"
        done={(after) =>
          after.maxSpendPerTransaction === null ? 'It has no limit now.' : 'The limit is set.'
        }
        onDone={onDone}
      >
        <Field
          name="maxSpendPerTransaction"
          label={`Limit of a purchase, ${LIMIT_CURRENCY.code}`}
          inputMode="decimal"
          placeholder="No limit"
          hint="Whole cents; empty: no limit."
          value={limit === null ? '' : bare(limit, LIMIT_CURRENCY)}
        />
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

/** As it is typed: without spaces and the code. */
function bare(
  minor: number,
  currency: { readonly code: string; readonly decimals: number },
): string {
  return shownAmount(minor, currency).replaceAll(' ', '').slice(0, -currency.code.length)
}
