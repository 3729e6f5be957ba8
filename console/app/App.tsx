import { useEffect } from 'preact/hooks'
import { forgetAnswers } from '../lib/live.ts'
import { useSessionState } from '../lib/session.ts'
import { Notices } from '../ui/Notices.tsx'
import { Shell } from './Shell.tsx'
import { SignIn } from './SignIn.tsx'

export function App() {
  const state = useSessionState()
  const clientId = state.kind === 'SIGNED_IN' ? state.session.clientId : undefined
  // What one platform was shown is gone before another one signs in.
  useEffect(() => forgetAnswers, [clientId])
  return (
    <>
      {state.kind === 'STARTING' && <main class="starting" aria-busy="true" />}
      {state.kind === 'SIGNED_OUT' && <SignIn {...(state.notice && { notice: state.notice })} />}
      {state.kind === 'SIGNED_IN' && <Shell key={clientId} session={state.session} />}
      <Notices />
    </>
  )
}
