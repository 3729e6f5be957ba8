/** The page's state and its subscribers. */
import type { Api, PlatformCredentials } from './api.ts'
import type { Credential, Customer, InternalAccount, Named, Session, Settings } from './shapes.ts'
import type { OwnSession } from './wallet.ts'

export type State = {
  readonly settings: Settings
  readonly api?: Api | undefined
  readonly customer?: Customer | undefined
  readonly wallet?: InternalAccount | undefined
  readonly credentials: Credential[]
  readonly sessions: Session[]
  /** In memory alone: a reload signs out. */
  readonly own?: OwnSession | undefined
}

export type Store = {
  readonly state: State
  change(changes: Partial<State>): void
  /** Calls now and after every change. */
  watch(show: (state: State) => void): void
  /** Reads the wallet, its credentials and sessions again. */
  refresh(): Promise<void>
}

export const signedOut = {
  customer: undefined,
  wallet: undefined,
  credentials: [],
  sessions: [],
  own: undefined,
} as const satisfies Partial<State>

export function createStore(settings: Settings): Store {
  let state: State = { settings, credentials: [], sessions: [] }
  const watchers: ((state: State) => void)[] = []
  const store: Store = {
    get state() {
      return state
    },
    change(changes) {
      state = { ...state, ...changes }
      for (const show of watchers) show(state)
    },
    watch(show) {
      watchers.push(show)
      show(state)
    },
    async refresh() {
      const { api, customer } = state
      if (api === undefined || customer === undefined) return
      const wallet = await findWallet(api, customer.id)
      if (wallet === undefined) return
      const [credentials, sessions] = await Promise.all([
        api.call<{ data: Credential[] }>('GET', `/auth/credentials?accountId=${wallet.id}`),
        api.call<{ data: Session[] }>('GET', `/auth/sessions?accountId=${wallet.id}`),
      ])
      // Another customer was chosen meanwhile.
      if (state.customer?.id !== customer.id) return
      const lives = sessions.body.data.some(({ id }) => id === state.own?.id)
      store.change({
        wallet,
        credentials: credentials.body.data,
        sessions: sessions.body.data,
        own: lives ? state.own : undefined,
      })
    },
  }
  return store
}

export async function findWallet(
  api: Api,
  customerId: string,
): Promise<InternalAccount | undefined> {
  const path = `/internal-accounts?customerId=${customerId}&type=EMBEDDED_WALLET`
  const { body } = await api.call<{ data: InternalAccount[] }>('GET', path)
  return body.data[0]
}

/** The connected parts of a state that a signed-in person has. @throws Error in words */
export function signedIn(state: State): {
  api: Api
  wallet: InternalAccount
  customer: Customer
  own: OwnSession
} {
  const { api, wallet, customer, own } = state
  if (!api || !wallet || !customer) throw new Error('Choose a customer first.')
  if (!own) throw new Error('Sign in first.')
  return { api, wallet, customer, own }
}

/** What a reload keeps, in this tab alone: credentials of the platform, and who was looked at. */
export const kept = {
  platform: entry<PlatformCredentials | undefined>('console.platform', undefined),
  customers: entry<readonly Named[]>('console.customers', []),
  recipients: (customerId: string) => entry<readonly Named[]>(`console.to.${customerId}`, []),
}

export type Entry<T> = { get(): T; set(value: T): void }

function entry<T>(name: string, otherwise: T): Entry<T> {
  return {
    get() {
      const text = sessionStorage.getItem(name)
      return text === null ? otherwise : (JSON.parse(text) as T)
    },
    set(value) {
      if (value === undefined) sessionStorage.removeItem(name)
      else sessionStorage.setItem(name, JSON.stringify(value))
    },
  }
}
