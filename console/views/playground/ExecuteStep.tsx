import { useAction } from '../../lib/action.ts'
import { announce } from '../../lib/notices.ts'
import { navigate } from '../../lib/route.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IdLink } from '../../ui/IdLink.tsx'
import { JsonView } from '../../ui/JsonView.tsx'
import { senderFor } from './exchanges.ts'
import { Step, type Turn } from './Step.tsx'
import { change } from './state.ts'
import { type Play, useLack } from './useWallet.ts'
import { executeRequest } from './wallet.ts'

type ExecuteStepProps = {
  readonly play: Play
  readonly turn: Turn
  /** The payment that is sent. */
  readonly payment: string | undefined
}

export function ExecuteStep({ play, turn, payment }: ExecuteStepProps) {
  const { customerId, progress } = play
  const { quoted, stamp } = progress
  const { api } = useSession()
  const lack = useLack('TRANSACT')
  const execute = useAction(async () => {
    if (quoted === undefined || stamp === undefined) return
    const { quote, key } = quoted
    await senderFor(api, 'execute')(
      executeRequest(quote, stamp, key),
      'The stamp allows it; the key makes a repeat of this request pay once.',
    )
    navigate({ query: { payment: quote.transactionId } })
    announce('Sent.')
  })
  return (
    <Step
      step="execute"
      number={6}
      title="Send the payment"
      turn={turn}
      next="POST /quotes/{quoteId}/execute"
      summary={payment !== undefined && <IdLink id={payment} />}
      beside={
        <>
          <p class="soft">The stamp, decoded:</p>
          <JsonView value={decoded(stamp ?? '')} label="Stamp" />
        </>
      }
    >
      <p>Your backend sends the stamp with the quote. Money moves by this request and no other.</p>
      <p class="row">
        <Button kind="primary" isBusy={execute.isBusy} disabledReason={lack} onPress={execute.run}>
          Send payment
        </Button>
        <Button
          kind="quiet"
          onPress={() => change(customerId, { quoted: undefined, stamp: undefined })}
        >
          Not this one
        </Button>
      </p>
      <ErrorState problem={execute.problem} />
    </Step>
  )
}

/** The JSON of a stamp; it is base64url. */
function decoded(stamp: string): string {
  return atob(stamp.replaceAll('-', '+').replaceAll('_', '/'))
}
