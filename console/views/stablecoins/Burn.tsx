import { digitsIn, needed } from '../../lib/fields.ts'
import { type Component, request } from '../../lib/request.ts'
import { navigate } from '../../lib/route.ts'
import { Field } from '../../ui/Form.tsx'
import { InSandbox } from '../../ui/InSandbox.tsx'
import { RequestForm } from '../../ui/RequestForm.tsx'
import { useAccounts } from './accounts.ts'

type Coin = Component<'Stablecoin'>
type Body = Component<'StablecoinBurnRequest'>
type Rail = Body['destination']['rail']
type Source = Body['source']['type']

const rails: readonly (readonly [Rail, string])[] = [
  ['ACH_CREDIT', 'ACH, 1 to 3 business days'],
  ['SAME_DAY_ACH_CREDIT', 'ACH, the same business day'],
  ['WIRE', 'Wire, about two hours'],
  ['RTP_CREDIT', 'RTP, minutes'],
]
const sources: readonly (readonly [Source, string])[] = [
  ['EXTERNAL_ACCOUNT', 'Any wallet, to an address of this burn'],
  ['PROVIDER_INTERNAL_BALANCE', 'The provider’s own balance'],
]

/** Coins become dollars at a bank. */
export function Burn({ coin }: { readonly coin: Coin }) {
  const banks = useAccounts('USD_ACCOUNT')
  const unit = { code: coin.symbol, decimals: coin.decimals }
  return (
    <RequestForm
      label="Burn"
      requestOf={(values) =>
        request('post', '/stablecoins/{stablecoinId}/burns', {
          path: { stablecoinId: coin.id },
          body: {
            amount: needed(digitsIn(values, 'amount', unit), 'amount'),
            source: { type: chosen(sources, values['source.type']) },
            destination: {
              type: 'EXTERNAL_ACCOUNT',
              externalAccountId: values['destination.externalAccountId'] ?? '',
              rail: chosen(rails, values['destination.rail']),
            },
            ...(values.description !== undefined && { description: values.description }),
          },
        })
      }
      submit="Burn"
      kind="danger"
      needs="TRANSACT"
      isKeyed
      confirm={({ amount }) =>
        `${amount} ${coin.symbol} cease to exist, and as many dollars are paid to the bank account.`
      }
      done="The burn has begun."
      onDone={({ id }) => navigate({ selected: id, query: { do: undefined } })}
    >
      <Field
        name="amount"
        label={`Amount, ${coin.symbol}`}
        inputMode="decimal"
        required
        hint={
          <>
            Whole cents.{' '}
            <InSandbox>
              The last three digits of the cents decide: 902 is refused, 904 is cancelled, 905 comes
              back after it was complete.
            </InSandbox>
          </>
        }
      />
      <Field name="source.type" label="Coins from" options={sources} />
      <Field
        name="destination.externalAccountId"
        label="Dollars to the bank account"
        required
        placeholder="ExternalAccount:…"
        suggestions={banks}
      />
      <Field name="destination.rail" label="Over" options={rails} />
      <Field name="description" label="Description" />
    </RequestForm>
  )
}

function chosen<T extends string>(options: readonly (readonly [T, string])[], value = ''): T {
  const [first] = options
  const found = options.find(([each]) => each === value) ?? first
  if (found === undefined) throw new RangeError('there is nothing to choose')
  return found[0]
}
