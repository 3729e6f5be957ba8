/** A wallet by hand: from a new customer to money that has moved, one step at a time. */
import { useEffect } from 'preact/hooks'
import { arePasskeysPossible } from '../../../client/device/index.ts'
import { navigate, useRoute } from '../../lib/route.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { CredentialsPart } from './CredentialsPart.tsx'
import { CustomerStep } from './CustomerStep.tsx'
import { ExecuteStep } from './ExecuteStep.tsx'
import { ExportPart } from './ExportPart.tsx'
import { FundStep } from './FundStep.tsx'
import { QuoteStep } from './QuoteStep.tsx'
import { SessionsPart } from './SessionsPart.tsx'
import { SignInStep } from './SignInStep.tsx'
import { SignStep } from './SignStep.tsx'
import type { Turn } from './Step.tsx'
import { change, startAgain } from './state.ts'
import { type Play, useWallet } from './useWallet.ts'
import { WatchStep } from './WatchStep.tsx'

const order = ['customer', 'signIn', 'fund', 'quote', 'sign', 'execute', 'watch'] as const
type Guided = (typeof order)[number]

export default function Playground() {
  const { selected, query } = useRoute()
  const play = useWallet(selected)
  const { payment } = query
  const now = order.indexOf(stepNow(play, payment))
  const turnOf = (step: Guided): Turn => {
    const at = order.indexOf(step)
    return at === now ? 'NOW' : at < now ? 'DONE' : 'LATER'
  }
  // Keys belong to one customer: those of another one are gone.
  useEffect(() => change(selected, {}), [selected])
  return (
    <Page
      title="Wallet playground"
      actions={
        selected !== undefined && (
          <Button
            onPress={() => {
              startAgain(undefined)
              navigate({ selected: undefined, query: { payment: undefined } })
            }}
          >
            Start again
          </Button>
        )
      }
    >
      <p class="soft">
        What an app with a wallet does, step by step with your own hands: every request is shown
        with its answer, and can be sent from a terminal too.
      </p>
      {!arePasskeysPossible() && <NamedAddress />}
      <ErrorState
        problem={play.problem}
        isBesideData={play.wallet !== undefined}
        onRetry={play.again}
      />
      <ol class="steps">
        <CustomerStep play={play} turn={turnOf('customer')} />
        <SignInStep play={play} turn={turnOf('signIn')} />
        <FundStep play={play} turn={turnOf('fund')} />
        <QuoteStep play={play} turn={turnOf('quote')} />
        <SignStep play={play} turn={turnOf('sign')} />
        <ExecuteStep play={play} turn={turnOf('execute')} payment={payment} />
        <WatchStep play={play} turn={turnOf('watch')} payment={payment} />
      </ol>
      {play.wallet !== undefined && (
        <section class="section" aria-labelledby="more">
          <h2 id="more">Then, if you like</h2>
          <CredentialsPart play={play} />
          <SessionsPart play={play} />
          <ExportPart play={play} />
        </section>
      )}
    </Page>
  )
}

/** The step whose turn it is. What is wanted again comes before what is still to come. */
function stepNow({ wallet, own, progress }: Play, payment: string | undefined): Guided {
  if (wallet === undefined) return 'customer'
  if (own !== undefined && progress.wantsFunds) return 'fund'
  if (payment !== undefined) return 'watch'
  if (own === undefined) return 'signIn'
  if (progress.quoted !== undefined) return progress.stamp === undefined ? 'sign' : 'execute'
  return wallet.balance.amount === 0 ? 'fund' : 'quote'
}

function NamedAddress() {
  const named = new URL(location.href)
  named.hostname = 'localhost'
  return (
    <p class="note">
      Passkeys need a name, not an address: open this page at <a href={named.href}>localhost</a>.
    </p>
  )
}
