/** Which operator is logged in: the browser keeps the session's cookie, where no script reads it. */
import type { Api } from '../lib/api.ts'
import { ApiProblem, problemOf } from '../lib/problem.ts'
import { createStore, useStore } from '../lib/store.ts'
import { createOperatorApi, read, write } from './api.ts'

export type Person = { readonly name: string; readonly role: 'VIEW' | 'DECIDE' | 'ADMIN' }

type SessionState =
  | { readonly kind: 'STARTING' }
  | { readonly kind: 'SIGNED_OUT'; readonly problem?: ApiProblem; readonly notice?: string }
  | { readonly kind: 'SIGNED_IN'; readonly person: Person; readonly api: Api }

const state = createStore<SessionState>({ kind: 'STARTING' })

export function useSessionState(): SessionState {
  return useStore(state)
}

/** @throws Error for who calls it logged out */
export function usePerson(): Person {
  const now = useStore(state)
  if (now.kind !== 'SIGNED_IN') throw new Error('no operator is logged in')
  return now.person
}

/** Why who is logged in may not decide. */
export function useMayNotDecide(): string | undefined {
  return usePerson().role === 'VIEW' ? 'Your account reads only (VIEW).' : undefined
}

const api = createOperatorApi(() => {
  if (state.get().kind !== 'SIGNED_IN') return
  state.set({ kind: 'SIGNED_OUT', notice: 'The session has ended: log in again.' })
})

/** Goes on with the session that the browser has, if it still holds. */
export async function resume(): Promise<void> {
  try {
    begin(await api.send(read<Person>('/session')))
  } catch (error) {
    const problem = problemOf(error)
    // To have no session is no problem.
    state.set({ kind: 'SIGNED_OUT', ...(problem.status !== 401 && { problem }) })
  }
}

/** @throws ApiProblem when the token is refused, or the API cannot be reached */
export async function logIn(token: string): Promise<void> {
  begin(await api.send(write<Person>('/session', { token })))
}

/** @throws ApiProblem when the session could not be ended: it is shown as it is */
export async function logOut(): Promise<void> {
  try {
    await api.send({ method: 'DELETE', path: '/session' })
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error
  }
  state.set({ kind: 'SIGNED_OUT' })
}

function begin(person: Person): void {
  state.set({ kind: 'SIGNED_IN', person, api })
}
