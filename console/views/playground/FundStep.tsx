import { useAction } from '../../lib/action.ts'
import { minorOf } from '../../lib/money.ts'
import { announce } from '../../lib/notices.ts'
import { request } from '../../lib/request.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, type FormValues } from '../../ui/Form.tsx'
import { Money } from '../../ui/Money.tsx'
import { senderFor } from './exchanges.ts'
import { Step, type Turn } from './Step.tsx'
import { change } from './state.ts'
import { type Play, useLack } from './useWallet.ts'

export function FundStep({ play, turn }: { readonly play: Play; readonly turn: Turn }) {
  const { customerId, wallet, again, progress } = play
  const { api } = useSession()
  const lack = useLack('TRANSACT')
  const fund = useAction(async ({ amount = '' }: FormValues) => {
    if (wallet === undefined) return
    const path = { id: wallet.id }
    const body = { amount: minorOf(amount, wallet.balance.currency) }
    await senderFor(api, 'fund')(
      request('post', '/sandbox/internal-accounts/{id}/fund', { path, body }),
      'Of the sandbox alone. Amounts are in the smallest unit of the currency.',
    )
    change(customerId, { wantsFunds: false })
    again()
    announce('The money is there.')
  })
  return (
    <Step
      step="fund"
      number={3}
      title="Add sandbox money"
      turn={turn}
      next="POST /sandbox/internal-accounts/{id}/fund"
      summary={
        <>
          <span>
            In the wallet: <Money value={wallet?.balance} />
          </span>
          <Held play={play} />
          <Button kind="quiet" isSmall onPress={() => change(customerId, { wantsFunds: true })}>
            Add more
          </Button>
        </>
      }
    >
      <Form action={fund} label="Sandbox money">
        <Field
          name="amount"
          label={`Amount, ${wallet?.balance.currency.code ?? ''}`}
          required
          inputMode="decimal"
          value="100"
        />
        <div class="row">
          <Button type="submit" kind="primary" isBusy={fund.isBusy} disabledReason={lack}>
            Add money
          </Button>
          {progress.wantsFunds && (
            <Button kind="quiet" onPress={() => change(customerId, { wantsFunds: false })}>
              Not now
            </Button>
          )}
        </div>
      </Form>
    </Step>
  )
}

function Held({ play: { wallet } }: { readonly play: Play }) {
  if (wallet === undefined) return null
  const { balance, totalBalance } = wallet
  const amount = totalBalance.amount - balance.amount
  if (amount <= 0) return null
  return (
    <span class="soft">
      <Money value={{ amount, currency: balance.currency }} /> on its way out
    </span>
  )
}
