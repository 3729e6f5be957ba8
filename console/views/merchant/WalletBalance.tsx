/** What the card may spend: the wallet's money, and how much of it is held. */
import { request } from '../../lib/request.ts'
import { useRoute } from '../../lib/route.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IdLink } from '../../ui/IdLink.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Money } from '../../ui/Money.tsx'
import { Section } from '../../ui/Section.tsx'
import { useWallets } from '../cards/accounts.tsx'
import type { Card } from '../cards/facts.tsx'

/** Of the smallest unit of a wallet: 100.00 USDB. */
const GIFT = 100_000_000

export function WalletBalance({ card }: { readonly card: Card }) {
  // Asked again when the address changes: a step was played.
  useRoute()
  const { data, problem, again } = useWallets(card.customerId)
  const { fundingSource: source } = card
  const wallet = data?.data.find(({ id }) => id === source)
  if (source === undefined) {
    return <p class="note">The card is closed and draws on nothing.</p>
  }
  if (wallet === undefined) {
    return problem === undefined ? (
      <Loading what="The balance" />
    ) : (
      <ErrorState problem={problem} onRetry={again} />
    )
  }
  const { balance, totalBalance } = wallet
  const held = { ...balance, amount: totalBalance.amount - balance.amount }
  return (
    <Section
      title="Wallet"
      actions={
        <ActionButton
          request={request('post', '/sandbox/internal-accounts/{id}/fund', {
            path: { id: wallet.id },
            body: { amount: GIFT },
          })}
          needs="TRANSACT"
          isSmall
          done="100.00 USDB arrive in the wallet."
          onDone={again}
        >
          Fund with 100.00 USDB
        </ActionButton>
      }
    >
      <p class="figure">
        <Money value={balance} />
      </p>
      <KeyValue
        rows={[
          ['Held', <Money key="held" value={held} />],
          ['In all', <Money key="total" value={totalBalance} />],
          ['Account', <IdLink key="id" id={wallet.id} />],
        ]}
      />
    </Section>
  )
}
