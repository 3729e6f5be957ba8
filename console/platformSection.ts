/** The platform that this page acts for. */
import { ApiProblem, createApi, type PlatformCredentials } from './api.ts'
import { announce, byId, form, input, moveTo, onPress, onSubmit, section } from './page.ts'
import { kept, type Store, signedOut } from './state.ts'

/** @param next the section that a connected person goes on with */
export function showPlatform(store: Store, next = 'customer'): void {
  onSubmit(form('connect'), async () => {
    const credentials = {
      clientId: input('client-id').value.trim(),
      clientSecret: input('client-secret').value.trim(),
    }
    await connect(store, credentials)
    kept.platform.set(credentials)
    input('client-secret').value = ''
    announce('Connected.')
    moveTo(next)
  })
  onPress(byId('disconnect', HTMLButtonElement), async () => {
    kept.platform.set(undefined)
    kept.customers.set([])
    store.change({ ...signedOut, api: undefined })
    moveTo('platform')
  })
  store.watch(({ api }) => {
    section('platform').hidden = api !== undefined
    section('connected').hidden = api === undefined
    section('connected-client').textContent = api?.clientId ?? ''
  })
}

/** Uses what a reload has kept, if it still holds. */
export async function reconnect(store: Store): Promise<void> {
  const credentials = kept.platform.get()
  if (credentials === undefined) return
  await connect(store, credentials).catch((error: unknown) => {
    if (!(error instanceof ApiProblem)) throw error
    // An unavailable API says nothing about the credentials.
    if (error.status === 401) kept.platform.set(undefined)
  })
}

async function connect(store: Store, credentials: PlatformCredentials): Promise<void> {
  const api = createApi(store.state.settings.basePath, credentials)
  await api.call('GET', '/config')
  store.change({ ...signedOut, api })
}
