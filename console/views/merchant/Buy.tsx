/** The simulators that begin a card transaction. */
import { useState } from 'preact/hooks'
import { minorIn, needed } from '../../lib/fields.ts'
import { request } from '../../lib/request.ts'
import { Field } from '../../ui/Form.tsx'
import { RequestForm } from '../../ui/RequestForm.tsx'
import type { Card } from '../cards/facts.tsx'

/** The simulator, as the last part of its path, in words. */
const kinds = [
  ['authorization', 'Purchase, held until it is cleared'],
  ['financial_authorization', 'Purchase, held and cleared in one'],
  ['balance_inquiry', 'Question for the balance'],
  ['credit_authorization', 'Credit, announced until it is cleared'],
  ['financial_credit_authorization', 'Credit, announced and cleared in one'],
  ['credit_authorization_advice', 'Credit, approved without asking'],
] as const
type Kind = (typeof kinds)[number][0]

/** What merchants are paid in. */
export const DOLLARS = { code: 'USD', decimals: 2 }

type BuyProps = { readonly card: Card; readonly onDone: () => void }

export function Buy({ card: { id }, onDone }: BuyProps) {
  const [kind, setKind] = useState<Kind>('authorization')
  const hasAmount = kind !== 'balance_inquiry'
  return (
    <RequestForm
      label="Buy with the card"
      requestOf={(values) => {
        const path = { id }
        const merchant = {
          descriptor: needed(values['merchant.descriptor'], 'merchant.descriptor'),
          ...given('mcc', values['merchant.mcc']),
          ...given('country', values['merchant.country']),
        }
        if (kind === 'balance_inquiry') {
          return request('post', '/sandbox/cards/{id}/simulate/balance_inquiry', {
            path,
            body: { merchant },
          })
        }
        const amount = needed(minorIn(values, 'amount', DOLLARS), 'amount')
        return request('post', `/sandbox/cards/{id}/simulate/${kind}`, {
          path,
          body: { amount, currency: { code: DOLLARS.code }, merchant },
        })
      }}
      submit="Send to the issuer"
      needs="TRANSACT"
      done={({ issuerTransactionToken }) => `The issuer has answered: ${issuerTransactionToken}.`}
      onDone={onDone}
    >
      <Field
        name="kind"
        label="What the shop does"
        value={kind}
        options={kinds}
        onInput={(value) => setKind(kinds.find(([each]) => each === value)?.[0] ?? kind)}
      />
      {hasAmount && (
        <Field name="amount" label="Amount, USD" inputMode="decimal" required value="12.50" />
      )}
      <Field
        name="merchant.descriptor"
        label="Merchant"
        required
        value="BLUE BOTTLE COFFEE"
        hint="Its end decides: 002 has too little money, 003 is declined as if frozen, 005 is reported half a minute late, 006 ends in an exception."
      />
      <div class="side-by-side">
        <Field name="merchant.mcc" label="Category" value="5814" inputMode="numeric" />
        <Field name="merchant.country" label="Country" value="US" />
      </div>
    </RequestForm>
  )
}

function given<Name extends string>(name: Name, value: string | undefined) {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>)
}
