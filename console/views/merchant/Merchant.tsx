/** A merchant of the sandbox: buys with a card, and later clears, gives back or lets expire. */
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { navigate, useRoute } from '../../lib/route.ts'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Form.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { Table } from '../../ui/Table.tsx'
import { purchaseColumns, usePurchases } from '../cards/CardTransactions.tsx'
import { type Card, cardName } from '../cards/facts.tsx'
import { Buy } from './Buy.tsx'
import { PurchasePanel } from './PurchasePanel.tsx'
import { WalletBalance } from './WalletBalance.tsx'

const LIMIT = 100

/** `query.card` is the card that buys; selected is one of its purchases. */
export default function Merchant() {
  const { selected, query } = useRoute()
  const listed = request('get', '/cards', { query: { limit: LIMIT } })
  const { data, problem, again } = useLive(listed)
  const cards = data?.data.filter(({ issuerRef }) => issuerRef !== undefined)
  // Older than the list: asked for by itself.
  const isListed = cards === undefined || cards.some(({ id }) => id === query.card)
  const other = useLive(
    query.card === undefined || isListed
      ? undefined
      : request('get', '/cards/{id}', { path: { id: query.card } }),
  )
  const card = cards?.find(({ id }) => id === query.card) ?? other.data ?? cards?.[0]
  const options = [...(cards ?? []), ...(other.data === undefined ? [] : [other.data])]
  return (
    <Page
      title="Merchant"
      actions={<Curl request={listed} />}
      panel={
        selected !== undefined &&
        card !== undefined && <PurchasePanel key={selected} id={selected} card={card} />
      }
    >
      <p class="soft">
        Plays a shop, in the words of the card issuer’s simulators. What happens here happens to the
        sandbox’s card as it would to a real one: holds, pulls, webhooks.
      </p>
      <ErrorState
        problem={problem ?? other.problem}
        isBesideData={data !== undefined}
        onRetry={again}
      />
      {cards === undefined ? (
        problem === undefined && <Loading what="The cards" />
      ) : card === undefined ? (
        <Empty title="There is no card to pay with.">
          <Link to={{ view: 'cards', selected: 'new' }}>Issue one</Link>
        </Empty>
      ) : (
        <>
          <Field
            name="card"
            label="Card"
            value={card.id}
            options={options.map((each) => [each.id, optionWords(each)] as const)}
            onInput={(id) => navigate({ selected: undefined, query: { card: id } })}
          />
          <At card={card} />
        </>
      )}
    </Page>
  )
}

function optionWords(card: Card): string {
  return `${cardName(card)} · ${wordsOf(card.status)} · ${card.platformCardId}`
}

function At({ card }: { readonly card: Card }) {
  const { rows, problem, again, asked } = usePurchases(card.id)
  return (
    <>
      <p>
        <Link to={{ view: 'cards', selected: card.id }}>To the card</Link>
      </p>
      <WalletBalance key={`balance of ${card.id}`} card={card} />
      <Section title="At the shop">
        <Buy key={card.id} card={card} onDone={again} />
      </Section>
      <Section title="Purchases of this card" actions={asked && <Curl request={asked} />}>
        <ErrorState problem={problem} isBesideData={rows !== undefined} onRetry={again} />
        {(rows !== undefined || problem === undefined) && (
          <Table
            label="Purchases"
            rows={rows}
            columns={purchaseColumns}
            keyOf={({ id }) => id}
            empty={
              <Empty title="Nothing was bought with it yet.">
                What is declined appears nowhere: an authorization that was approved is the first.
              </Empty>
            }
          />
        )}
      </Section>
    </>
  )
}
