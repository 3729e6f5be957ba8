/** Sending money: an account, a quote, the stamp, and the payment until it ends. */

import type { Api } from './api.ts'
import { minorOf, shownAmount } from './lib/money.ts'
import { shownInstant } from './lib/time.ts'
import {
  announce,
  button,
  byId,
  form,
  input,
  make,
  moveTo,
  onPress,
  onSubmit,
  pair,
  section,
} from './page.ts'
import { followPayment } from './paymentProgress.ts'
import type { InternalAccount, Named, Quote } from './shapes.ts'
import { kept, type Store, signedIn } from './state.ts'
import { executeQuote } from './wallet.ts'

const NEW = 'new'

type QuotedPayment = { readonly quote: Quote; readonly key: string }

export function showPayment(store: Store): void {
  let quoted: QuotedPayment | undefined
  let stopFollowing = (): void => {}
  const step = (id: 'ask-quote' | 'approve' | 'progress'): void => {
    for (const each of ['ask-quote', 'approve', 'progress']) section(each).hidden = each !== id
  }
  const restart = (customerId: string | undefined): void => {
    stopFollowing()
    quoted = undefined
    offerRecipients(customerId === undefined ? [] : kept.recipients(customerId).get())
    step('ask-quote')
  }
  onSubmit(form('ask-quote'), async () => {
    const { api, wallet, customer } = signedIn(store.state)
    const minor = minorOf(input('amount').value, wallet.balance.currency)
    const recipient = await chosenRecipient(api, customer.id)
    const quote = await askQuote(api, wallet, recipient, minor)
    // The key belongs to this intent: pressing twice pays once.
    quoted = { quote, key: crypto.randomUUID() }
    section('quote-facts').replaceChildren(...factsOf(quote, recipient))
    step('approve')
    announce('Here is the quote.')
  })
  onSubmit(form('approve'), async () => {
    const { api, own } = signedIn(store.state)
    if (quoted === undefined) return
    await executeQuote(api, own, quoted.quote, quoted.key)
    step('progress')
    announce('Sent.')
    stopFollowing = followPayment(api, quoted.quote.transactionId, () => store.refresh())
  })
  for (const id of ['drop-quote', 'another-payment']) {
    onPress(button(id), async () => {
      restart(store.state.customer?.id)
      moveTo('payment')
    })
  }
  byId('recipient', HTMLSelectElement).addEventListener('change', showNewRecipient)
  let shownFor: string | undefined
  store.watch(({ customer }) => {
    if (customer?.id === shownFor) return
    shownFor = customer?.id
    restart(shownFor)
  })
}

function offerRecipients(known: readonly Named[]): void {
  byId('recipient', HTMLSelectElement).replaceChildren(
    ...known.map(({ id, label }) => make('option', { value: id }, label)),
    make('option', { value: NEW }, 'A new bank account'),
  )
  input('account-number').value = suggestedAccountNumber()
  showNewRecipient()
}

function showNewRecipient(): void {
  const isNew = byId('recipient', HTMLSelectElement).value === NEW
  const fields = byId('new-recipient', HTMLFieldSetElement)
  fields.hidden = !isNew
  // What is not shown must not be required.
  fields.disabled = !isNew
}

/** The chosen account, made first when it is a new one. */
async function chosenRecipient(api: Api, customerId: string): Promise<Named> {
  const entry = kept.recipients(customerId)
  const chosen = byId('recipient', HTMLSelectElement).value
  const known = entry.get().find(({ id }) => id === chosen)
  if (known !== undefined) return known
  const accountNumber = input('account-number').value.trim()
  const fullName = input('holder').value.trim()
  const { body } = await api.call<{ id: string }>('POST', '/customers/external-accounts', {
    customerId,
    currency: 'USD',
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber,
      routingNumber: input('routing-number').value.trim(),
      bankAccountType: 'CHECKING',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName },
    },
  })
  const made = { id: body.id, label: `${fullName}, account …${accountNumber.slice(-4)}` }
  entry.set([made, ...entry.get()])
  offerRecipients(entry.get())
  byId('recipient', HTMLSelectElement).value = made.id
  showNewRecipient()
  return made
}

async function askQuote(
  api: Api,
  wallet: InternalAccount,
  recipient: Named,
  minor: number,
): Promise<Quote> {
  const { body } = await api.call<Quote>('POST', '/quotes', {
    source: { sourceType: 'ACCOUNT', accountId: wallet.id },
    destination: { destinationType: 'ACCOUNT', accountId: recipient.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: minor,
  })
  return body
}

function factsOf(quote: Quote, recipient: Named): Node[] {
  const { sendingCurrency, receivingCurrency } = quote
  const rate = `${quote.exchangeRate} ${sendingCurrency.code} for 1 ${receivingCurrency.code}`
  return [
    ...pair('To', recipient.label),
    ...pair('Leaves the wallet', shownAmount(quote.totalSendingAmount, sendingCurrency)),
    ...pair('Arrives', shownAmount(quote.totalReceivingAmount, receivingCurrency)),
    ...pair('Fees, included', shownAmount(quote.feesIncluded, sendingCurrency)),
    ...pair('Rate', rate),
    ...pair('Holds until', shownInstant(quote.expiresAt)),
  ]
}

function suggestedAccountNumber(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return `000${String(random % 1_000_000).padStart(6, '0')}789`
}
