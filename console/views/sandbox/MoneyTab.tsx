import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useAction } from '../../lib/action.ts'
import type { Api } from '../../lib/api.ts'
import { minorOf } from '../../lib/money.ts'
import { announce } from '../../lib/notices.ts'
import { type ApiRequest, request } from '../../lib/request.ts'
import { useSession } from '../../lib/session.ts'
import { settings } from '../../lib/settings.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { CurlText } from '../../ui/Curl.tsx'
import { Field, Form, type FormValues } from '../../ui/Form.tsx'
import { JsonView } from '../../ui/JsonView.tsx'
import { Section } from '../../ui/Section.tsx'

/** Plays the payers of the sandbox, each by the operation that the API has for it. */
export function MoneyTab() {
  return (
    <>
      <Simulator
        title="Fund an account"
        about="Credits an account of a customer, the wallet among them, or one of your own."
        button="Add money"
        build={fundRequest}
      >
        <Field
          name="customerId"
          label="Customer"
          placeholder="Customer:…"
          hint="Nothing: an account of your own."
        />
        <Field name="currency" label="Currency" options={codes()} value="USD" />
        <Field name="amount" label="Amount" required inputMode="decimal" value="100" />
      </Simulator>
      <Simulator
        title="Send the deposit of a quote"
        about="Plays the payer of a quote that waits for money from outside. Another amount than the quoted one fails the payment, and is sent back."
        button="Send the deposit"
        build={depositRequest}
      >
        <Field name="quoteId" label="Quote" required placeholder="Quote:…" />
        <Field
          name="amount"
          label="Amount"
          inputMode="decimal"
          hint="Nothing: what the quote asks for."
        />
      </Simulator>
      <Simulator
        title="Receive from a UMA address"
        about="Plays a payer of another domain. Your webhook endpoint is asked before."
        button="Send to the customer"
        build={umaRequest}
      >
        <Field
          name="senderUmaAddress"
          label="From"
          required
          value="$success.usd@sandbox.uma.money"
        />
        <Field name="customerId" label="Customer" required placeholder="Customer:…" />
        <Field name="receivingCurrencyCode" label="Currency" options={codes()} value="USD" />
        <Field name="amount" label="Amount" required inputMode="decimal" value="10" />
      </Simulator>
      <Section title="Test your webhook endpoint">
        <p class="soft">An event of the type TEST is sent to it, and its answer shown.</p>
        <ActionButton
          request={request('post', '/sandbox/webhooks/test')}
          needs="TRANSACT"
          done={({ response_status }) => `The endpoint has answered ${response_status}.`}
        >
          Send a test
        </ActionButton>
        <p class="soft">
          Purchases by card have simulators too: the operations below{' '}
          <code>/sandbox/cards/{'{id}'}/simulate</code> play the merchant of a card.
        </p>
      </Section>
    </>
  )
}

type SimulatorProps = {
  readonly title: string
  readonly about: string
  readonly button: string
  /** The request of what was typed; it may have to read the currency first. */
  readonly build: (api: Api, values: FormValues) => Promise<ApiRequest>
  readonly children: ComponentChildren
}

type Sent = { readonly request: ApiRequest; readonly answer?: unknown }

/** A form whose request is shown as curl as soon as it is known, with its answer. */
function Simulator({ title, about, button, build, children }: SimulatorProps) {
  const { api, may } = useSession()
  const [sent, setSent] = useState<Sent>()
  const action = useAction(async (values: FormValues) => {
    setSent(undefined)
    const asked = await build(api, values)
    setSent({ request: asked })
    const answer = await api.send(asked)
    setSent({ request: asked, answer })
    announce('Done.')
  })
  return (
    <Section title={title}>
      <div class="card simulator">
        <Form action={action} label={title}>
          <p class="soft">{about}</p>
          {children}
          <Button
            type="submit"
            isBusy={action.isBusy}
            disabledReason={
              may('TRANSACT') ? undefined : 'Your token lacks the permission TRANSACT.'
            }
          >
            {button}
          </Button>
        </Form>
        {sent !== undefined && (
          <div class="stack">
            <CurlText request={sent.request} />
            {sent.answer !== undefined && (
              <JsonView value={sent.answer} label={`Answer to ${title}`} />
            )}
          </div>
        )}
      </div>
    </Section>
  )
}

async function fundRequest(api: Api, values: FormValues): Promise<ApiRequest> {
  const { customerId, currency = '' } = values
  const { data } = await api.send(
    customerId === undefined
      ? request('get', '/platform/internal-accounts', { query: { currency } })
      : request('get', '/internal-accounts', { query: { customerId, currency } }),
  )
  const [account] = data
  if (account === undefined) throw new Error(`There is no account in ${currency}.`)
  const body = { amount: minorOf(values.amount ?? '', account.balance.currency) }
  const path = { id: account.id }
  return request('post', '/sandbox/internal-accounts/{id}/fund', { path, body })
}

async function depositRequest(api: Api, values: FormValues): Promise<ApiRequest> {
  const { quoteId = '', amount } = values
  const { sendingCurrency } = await api.send(
    request('get', '/quotes/{quoteId}', { path: { quoteId } }),
  )
  return request('post', '/sandbox/send', {
    body: {
      quoteId,
      currencyCode: sendingCurrency.code,
      ...(amount !== undefined && { currencyAmount: minorOf(amount, sendingCurrency) }),
    },
  })
}

async function umaRequest(_: Api, values: FormValues): Promise<ApiRequest> {
  const { senderUmaAddress = '', customerId = '', receivingCurrencyCode: code = '' } = values
  const { decimals } = settings().currencies.find((each) => each.code === code) ?? { decimals: 2 }
  return request('post', '/sandbox/uma/receive', {
    body: {
      senderUmaAddress,
      customerId,
      receivingCurrencyCode: code,
      receivingCurrencyAmount: minorOf(values.amount ?? '', { code, name: code, decimals }),
    },
  })
}

function codes(): string[] {
  return settings().currencies.map(({ code }) => code)
}
