import { useAction } from '../../lib/action.ts'
import { announce } from '../../lib/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { JsonView } from '../../ui/JsonView.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import { Step, type Turn } from './Step.tsx'
import { change, type Quoted } from './state.ts'
import type { Play } from './useWallet.ts'
import { payloadOf } from './wallet.ts'

/** The customer sees what it is about and signs: no request leaves the device. */
export function SignStep({ play, turn }: { readonly play: Play; readonly turn: Turn }) {
  const { own, customerId, progress } = play
  const { quoted } = progress
  const sign = useAction(async () => {
    if (own === undefined || quoted === undefined) return
    change(customerId, { stamp: await own.key.stamp(payloadOf(quoted.quote)) })
    announce('Signed.')
  })
  return (
    <Step
      step="sign"
      number={5}
      title="Sign it"
      turn={turn}
      summary={<span class="soft">Signed on this device; no request was sent.</span>}
      beside={
        quoted !== undefined && <JsonView value={payloadOf(quoted.quote)} label="What is signed" />
      }
    >
      {quoted !== undefined && (
        <>
          <Facts quoted={quoted} />
          <p>
            What is signed is the quote’s <code>payloadToSign</code>, exactly as it came. This is
            what the payment will be, and nothing else can be done with the stamp.
          </p>
          <p>
            <Button kind="primary" isBusy={sign.isBusy} onPress={sign.run}>
              Sign with the session’s key
            </Button>
          </p>
          <ErrorState problem={sign.problem} />
        </>
      )}
    </Step>
  )
}

function Facts({ quoted: { quote, to } }: { readonly quoted: Quoted }) {
  const { sendingCurrency, receivingCurrency } = quote
  return (
    <KeyValue
      rows={[
        ['To', to],
        [
          'Leaves the wallet',
          <Money
            key="out"
            value={{ amount: quote.totalSendingAmount, currency: sendingCurrency }}
          />,
        ],
        [
          'Arrives',
          <Money
            key="in"
            value={{ amount: quote.totalReceivingAmount, currency: receivingCurrency }}
          />,
        ],
        [
          'Fees, included',
          <Money key="fees" value={{ amount: quote.feesIncluded, currency: sendingCurrency }} />,
        ],
        ['Rate', `${quote.exchangeRate} ${sendingCurrency.code} for 1 ${receivingCurrency.code}`],
        ['Holds until', <Time key="until" at={quote.expiresAt} isExact />],
      ]}
    />
  )
}
