import { useState } from 'preact/hooks'
import { digitsIn, needed } from '../../lib/fields.ts'
import { type Component, request } from '../../lib/request.ts'
import { navigate } from '../../lib/route.ts'
import { Field } from '../../ui/Form.tsx'
import { InSandbox } from '../../ui/InSandbox.tsx'
import { RequestForm } from '../../ui/RequestForm.tsx'
import { useAccounts } from './accounts.ts'

type Coin = Component<'Stablecoin'>

const sources = [
  ['WIRE', 'A wire that you send'],
  ['ACH_DEBIT', 'A debit of a bank account'],
] as const
type Source = (typeof sources)[number][0]

/** Dollars become coins in a Spark wallet. */
export function Mint({ coin }: { readonly coin: Coin }) {
  const [source, setSource] = useState<Source>('WIRE')
  const wallets = useAccounts('SPARK_WALLET')
  const banks = useAccounts('USD_ACCOUNT')
  const unit = { code: coin.symbol, decimals: coin.decimals }
  return (
    <RequestForm
      label="Mint"
      requestOf={(values) =>
        request('post', '/stablecoins/{stablecoinId}/mints', {
          path: { stablecoinId: coin.id },
          body: {
            amount: needed(digitsIn(values, 'amount', unit), 'amount'),
            fundingSource: {
              type: source,
              ...(source === 'ACH_DEBIT' && {
                externalAccountId: values['fundingSource.externalAccountId'] ?? '',
              }),
            },
            destination: { accountId: values['destination.accountId'] ?? '' },
            ...(values.description !== undefined && { description: values.description }),
          },
        })
      }
      submit="Mint"
      needs="TRANSACT"
      isKeyed
      confirm={({ amount }) =>
        source === 'WIRE'
          ? `${amount} ${coin.symbol} are made in the wallet once your wire for them has come. How to send it is in the answer.`
          : `The bank account is debited, and ${amount} ${coin.symbol} are made in the wallet.`
      }
      done="The mint has begun."
      onDone={({ id }) => navigate({ selected: id, query: { do: undefined } })}
    >
      <Field
        name="amount"
        label={`Amount, ${coin.symbol}`}
        inputMode="decimal"
        required
        hint={
          <>
            One is one {coin.baseCurrency}; whole cents.{' '}
            <InSandbox>
              The last three digits of the cents decide: 902 is refused, 903 fails, 906 is never
              funded.
            </InSandbox>
          </>
        }
      />
      <Field
        name="fundingSource.type"
        label="Paid by"
        value={source}
        options={sources}
        onInput={(value) => setSource(sources.find(([each]) => each === value)?.[0] ?? source)}
      />
      {source === 'ACH_DEBIT' && (
        <Field
          name="fundingSource.externalAccountId"
          label="Bank account"
          required
          placeholder="ExternalAccount:…"
          suggestions={banks}
        />
      )}
      <Field
        name="destination.accountId"
        label="Into the Spark wallet"
        required
        placeholder="ExternalAccount:…"
        suggestions={wallets}
      />
      <Field name="description" label="Description" />
    </RequestForm>
  )
}
