/** Plays what may become of a card. */
import { fund, type LoggedInWallet, waitUntil } from '../support/builders.ts'
import { play, purchaseOf, untilTransaction } from '../support/cardPlays.ts'
import { aCard } from '../support/cards.ts'
import { aDelegatedKey } from '../support/delegatedKeys.ts'

type Closed = (name: string, workflowId: string) => Promise<void>

export async function recordCardHistories(owner: LoggedInWallet, closed: Closed): Promise<void> {
  const { api } = owner
  const card = await aCard(api, owner)
  await closed('card-issued', card.id)
  await closed('card-rejected', (await aCard(api, owner, { platformCardId: 'x-002' })).id)
  const late = await aCard(api, owner, { platformCardId: 'x-005' })
  await waitUntil('the late card is there', async () => {
    return (await api.call('GET', `/cards/${late.id}`)).body.state === 'ACTIVE'
  })
  await closed('card-late', late.id)
  await api.call('PATCH', `/cards/${card.id}`, { state: 'FROZEN' })
  await closed('cardChange-sent', `${card.id}/change/2`)
  await playPulls(owner, closed)
}

/** A cleared purchase with a tip, and one whose money cannot be taken. */
async function playPulls(owner: LoggedInWallet, closed: Closed): Promise<void> {
  const { api, customer } = owner
  await fund(api, owner.wallet, 100_000_000n)
  const { card } = await aDelegatedKey(owner)
  for (const [name, descriptor, status] of [
    ['cardTransaction-pulled', 'BLUE BOTTLE COFFEE', 'SETTLED'],
    ['cardTransaction-exception', 'SHOP 006', 'EXCEPTION'],
  ] as const) {
    const bought = await play(api, card, 'authorization', purchaseOf(1_250, descriptor))
    const token = bought.body.issuerTransactionToken
    const { id } = await untilTransaction(api, customer, token, 'AUTHORIZED')
    await play(api, card, 'clearing', { cardTransactionId: id, amount: 1_500 })
    await untilTransaction(api, customer, token, status)
    await closed(name, `${id.replace('Transaction', 'CardTransaction')}/pulls/1`)
  }
}
