import { useState } from 'preact/hooks'
import { useAction } from '../../lib/action.ts'
import { useLive } from '../../lib/live.ts'
import { minorOf } from '../../lib/money.ts'
import { announce } from '../../lib/notices.ts'
import { type Component, request } from '../../lib/request.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, type FormValues } from '../../ui/Form.tsx'
import { Money } from '../../ui/Money.tsx'
import { type Sender, senderFor } from './exchanges.ts'
import { Step, type Turn } from './Step.tsx'
import { change } from './state.ts'
import { type Play, useLack } from './useWallet.ts'

const NEW = 'new'

type Recipient = { readonly id: string; readonly label: string }

export function QuoteStep({ play, turn }: { readonly play: Play; readonly turn: Turn }) {
  const { customerId, wallet, progress } = play
  const { quoted } = progress
  return (
    <Step
      step="quote"
      number={4}
      title="Ask for a quote"
      turn={turn}
      next="POST /quotes"
      summary={
        quoted !== undefined && (
          <>
            <span>
              <Money
                value={{
                  amount: quoted.quote.totalSendingAmount,
                  currency: quoted.quote.sendingCurrency,
                }}
              />{' '}
              to {quoted.to}
            </span>
            <Button
              kind="quiet"
              isSmall
              onPress={() => change(customerId, { quoted: undefined, stamp: undefined })}
            >
              Not this one
            </Button>
          </>
        )
      }
    >
      {wallet !== undefined && <Ask play={play} wallet={wallet} />}
    </Step>
  )
}

type AskProps = { readonly play: Play; readonly wallet: NonNullable<Play['wallet']> }

function Ask({ play, wallet }: AskProps) {
  const { customerId = '' } = play
  const { api } = useSession()
  const accounts = useLive(
    request('get', '/customers/external-accounts', {
      query: { customerId, currency: 'USD', limit: 20 },
    }),
    { everyMs: 0 },
  )
  const known = (accounts.data?.data ?? []).map(recipientOf)
  const [chosen, setChosen] = useState<string>()
  const to = chosen ?? known[0]?.id ?? NEW
  const ask = useAction(async (values: FormValues) => {
    const send = senderFor(api, 'quote')
    const amount = minorOf(values.amount ?? '', wallet.balance.currency)
    const recipient =
      known.find(({ id }) => id === to) ?? (await registered(send, customerId, values))
    setChosen(recipient.id)
    accounts.again()
    const quote = await send(
      request('post', '/quotes', {
        body: {
          source: { sourceType: 'ACCOUNT', accountId: wallet.id },
          destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: amount,
        },
      }),
      'Its answer has the price, how long it holds, and what the customer is to sign.',
    )
    change(customerId, {
      quoted: { quote, to: recipient.label, key: crypto.randomUUID() },
      stamp: undefined,
    })
    announce('Here is the quote.')
  })
  return (
    <Form action={ask} label="Payment">
      <Field
        name="recipient"
        label="To"
        value={to}
        options={[
          ...known.map(({ id, label }) => [id, label] as const),
          [NEW, 'A new bank account'],
        ]}
        onInput={setChosen}
      />
      {to === NEW && <NewRecipient />}
      <Field
        name="amount"
        label={`Amount, ${wallet.balance.currency.code}`}
        required
        inputMode="decimal"
        value="10"
      />
      <Button
        type="submit"
        kind="primary"
        isBusy={ask.isBusy || (accounts.data === undefined && accounts.problem === undefined)}
        disabledReason={useLack(to === NEW ? 'MANAGE' : 'TRANSACT')}
      >
        Ask for a quote
      </Button>
    </Form>
  )
}

function NewRecipient() {
  const [suggested] = useState(suggestedAccountNumber)
  return (
    <fieldset class="stack">
      <legend>New US bank account</legend>
      <Field name="holder" label="Account holder" required value="Grace Hopper" />
      <Field
        name="routingNumber"
        label="Routing number"
        required
        inputMode="numeric"
        value="021000021"
      />
      <Field
        name="accountNumber"
        label="Account number"
        required
        inputMode="numeric"
        value={suggested}
        hint={
          <>
            Its end decides in the sandbox: <code>002</code> and <code>004</code> fail,{' '}
            <code>005</code> comes back, others arrive.
          </>
        }
      />
    </fieldset>
  )
}

/** An account to pay, made of what was typed. */
async function registered(
  send: Sender,
  customerId: string,
  { holder = '', routingNumber = '', accountNumber = '' }: FormValues,
): Promise<Recipient> {
  const accountInfo: Component<'UsdExternalAccountCreateInfo'> = {
    accountType: 'USD_ACCOUNT',
    accountNumber,
    routingNumber,
    bankAccountType: 'CHECKING',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: holder },
  }
  const made = await send(
    request('post', '/customers/external-accounts', {
      body: { customerId, currency: 'USD', accountInfo },
    }),
    'Whom the customer can pay. It is made once.',
  )
  return recipientOf(made)
}

function recipientOf({ id, accountInfo }: Component<'ExternalAccount'>): Recipient {
  const { accountNumber, beneficiary } = accountInfo as {
    accountNumber?: string
    beneficiary?: { fullName?: string; legalName?: string }
  }
  const name = beneficiary?.fullName ?? beneficiary?.legalName ?? 'Somebody'
  return { id, label: `${name}, account …${(accountNumber ?? id).slice(-4)}` }
}

function suggestedAccountNumber(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `000${String(random % 1_000_000).padStart(6, '0')}789`
}
