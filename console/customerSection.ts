/** Whose wallet it is: a new customer, or one that is known by its id. */
import type { Api } from './api.ts'
import { announce, button, form, input, make, moveTo, onPress, onSubmit, section } from './page.ts'
import type { Customer } from './shapes.ts'
import { findWallet, kept, type Store, signedOut } from './state.ts'

const LOOK_MS = 300
const WALLET_WAIT_MS = 30_000
const KNOWN_MAX = 8

export function showCustomer(store: Store): void {
  onSubmit(form('create-customer'), async () => {
    const { api } = store.state
    if (api === undefined) return
    const created = await api.call<Customer>('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      fullName: input('full-name').value.trim(),
      email: input('email').value.trim(),
      region: 'US',
    })
    await open(store, api, created.body)
    announce('Customer created.')
  })
  onSubmit(form('open-customer'), () => openById(store, input('customer-id').value.trim()))
  onPress(button('change-customer'), async () => {
    store.change(signedOut)
    input('email').value = suggestedEmail()
    moveTo('customer')
  })
  input('email').value = suggestedEmail()
  store.watch(({ api, wallet }) => {
    section('customer').hidden = api === undefined || wallet !== undefined
    showKnown(store)
  })
}

function showKnown(store: Store): void {
  const known = kept.customers.get()
  section('known').hidden = known.length === 0
  section('known-customers').replaceChildren(
    ...known.map(({ id, label }) => {
      const choose = make('button', { type: 'button', className: 'quiet' }, label)
      onPress(choose, () => openById(store, id))
      return make('li', {}, choose)
    }),
  )
}

async function openById(store: Store, id: string): Promise<void> {
  const { api } = store.state
  if (api === undefined) return
  const found = await api.call<Customer>('GET', `/customers/${encodeURIComponent(id)}`)
  await open(store, api, found.body)
  announce('Customer opened.')
}

async function open(store: Store, api: Api, customer: Customer): Promise<void> {
  await walletMade(api, customer.id)
  const others = kept.customers.get().filter(({ id }) => id !== customer.id)
  const label = [customer.fullName ?? customer.id, customer.email].filter(Boolean).join(' · ')
  kept.customers.set([{ id: customer.id, label }, ...others].slice(0, KNOWN_MAX))
  store.change({ ...signedOut, customer })
  await store.refresh()
  moveTo('wallet')
}

async function walletMade(api: Api, customerId: string): Promise<void> {
  const deadline = performance.now() + WALLET_WAIT_MS
  for (;;) {
    const wallet = await findWallet(api, customerId)
    if (wallet?.status === 'ACTIVE') return
    if (performance.now() > deadline) throw new Error('The wallet is not ready yet; open it later.')
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

function suggestedEmail(): string {
  return `ada-${crypto.randomUUID().slice(0, 8)}@example.com`
}
