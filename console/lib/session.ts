/** Who is signed in: a token of a platform, in this tab alone. */
import { type Api, type Credentials, createApi } from './api.ts'
import { ApiProblem } from './problem.ts'
import { type Component, request } from './request.ts'
import { settings } from './settings.ts'
import { createStore, type Store, useStore } from './store.ts'
import { setAhead } from './time.ts'

type Permission = Component<'ApiToken'>['permissions'][number]

export type Session = {
  readonly clientId: string
  readonly api: Api
  readonly token: Component<'OwnToken'>
  /** True if the token may do what needs this permission. */
  may(permission: Permission): boolean
}

export type SessionState =
  | { readonly kind: 'STARTING' }
  | { readonly kind: 'SIGNED_OUT'; readonly notice?: string }
  | { readonly kind: 'SIGNED_IN'; readonly session: Session }

/** Where a reload finds the token: the tab's own storage, which its closing clears. */
const KEPT = 'console.platform'

const state = createStore<SessionState>({ kind: 'STARTING' })

/** For what is no component and must end with the session. */
export const sessionState: Pick<Store<SessionState>, 'get' | 'watch'> = state

export function useSessionState(): SessionState {
  return useStore(state)
}

/** The session that every view has. @throws Error for who calls it signed out */
export function useSession(): Session {
  const now = useStore(state)
  if (now.kind !== 'SIGNED_IN') throw new Error('no platform is signed in')
  return now.session
}

/** Signs in with what a reload has kept, if it still holds. */
export async function resume(): Promise<void> {
  const kept = sessionStorage.getItem(KEPT)
  if (kept === null) return state.set({ kind: 'SIGNED_OUT' })
  try {
    await signIn(JSON.parse(kept) as Credentials)
  } catch (error) {
    const isRefused = error instanceof ApiProblem && error.status === 401
    // An API that is away says nothing about the token.
    if (isRefused) sessionStorage.removeItem(KEPT)
    const notice = error instanceof Error ? error.message : String(error)
    state.set({ kind: 'SIGNED_OUT', notice })
  }
}

/** @throws ApiProblem when the token is refused, or the API cannot be reached */
export async function signIn({ clientId, clientSecret }: Credentials): Promise<void> {
  const credentials = { clientId, clientSecret }
  const api = createApi(settings(), credentials)
  const token = await api.send(request('get', '/tokens/me'))
  await followTestClock(api)
  sessionStorage.setItem(KEPT, JSON.stringify(credentials))
  const implied: Record<Permission, readonly Permission[]> = {
    VIEW: ['VIEW', 'TRANSACT', 'MANAGE'],
    TRANSACT: ['TRANSACT', 'MANAGE'],
    MANAGE: ['MANAGE'],
  }
  state.set({
    kind: 'SIGNED_IN',
    session: {
      clientId,
      api: endingWithToken(api, clientId),
      token,
      may: (needed) => token.permissions.some((held) => implied[needed].includes(held)),
    },
  })
}

/** Times are shown as the service has them. */
export async function followTestClock(api: Api): Promise<void> {
  if (!settings().hasTestClock) return
  // A token of production has no such operation, and needs none.
  const clock = await api.send(request('get', '/sandbox/clock')).catch(() => undefined)
  if (clock !== undefined) setAhead(clock.aheadBySeconds)
}

/** @param notice why, unless the user has signed out */
export function signOut(notice?: string): void {
  sessionStorage.removeItem(KEPT)
  state.set({ kind: 'SIGNED_OUT', ...(notice !== undefined && { notice }) })
}

async function isTokenRefused(api: Api): Promise<boolean> {
  return api.send(request('get', '/tokens/me')).then(
    () => false,
    (error: unknown) => error instanceof ApiProblem && error.status === 401,
  )
}

/** A token that is refused is revoked: its session ends, with words. */
function endingWithToken(api: Api, clientId: string): Api {
  return {
    async send(request, options) {
      try {
        return await api.send(request, options)
      } catch (error) {
        const now = state.get()
        const isOurs = now.kind === 'SIGNED_IN' && now.session.clientId === clientId
        const isRefused = error instanceof ApiProblem && error.status === 401
        // A wrong code or stamp is 401 too, though not of a read. Another process of the API may know the
        // token for some seconds yet: a read that is refused is not asked about again.
        if (isRefused && isOurs && (request.method === 'GET' || (await isTokenRefused(api)))) {
          signOut('The token is not valid any more: it was revoked, or its secret has changed.')
        }
        throw error
      }
    },
  }
}
