/** Who sends the requests of what is shown: the platform's token, or the operator's session. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Api } from './api.ts'

export const ApiContext = createContext<Api | undefined>(undefined)

/** @throws Error outside of what is signed in */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (api === undefined) throw new Error('useApi is called outside of ApiContext')
  return api
}
