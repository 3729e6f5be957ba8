import { useEffect } from 'preact/hooks'
import { ApiContext } from '../lib/apiContext.ts'
import { forgetAnswers } from '../lib/live.ts'
import { Notices } from '../ui/Notices.tsx'
import { LogIn } from './LogIn.tsx'
import { Shell } from './Shell.tsx'
import { useSessionState } from './session.ts'

export function App() {
  const state = useSessionState()
  const name = state.kind === 'SIGNED_IN' ? state.person.name : undefined
  // What one person was shown is gone before another one logs in.
  useEffect(() => forgetAnswers, [name])
  return (
    <>
      {state.kind === 'STARTING' && <main class="starting" aria-busy="true" />}
      {state.kind === 'SIGNED_OUT' && <LogIn problem={state.problem} notice={state.notice} />}
      {state.kind === 'SIGNED_IN' && (
        <ApiContext.Provider value={state.api}>
          <Shell key={name} person={state.person} />
        </ApiContext.Provider>
      )}
      <Notices />
    </>
  )
}
