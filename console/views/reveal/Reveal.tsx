/**
 * The number, the expiry and the code of a card, in a page of the issuer's. This view is a document
 * of its own, for its policy alone lets the issuer in (`api/console.ts`).
 */
import { useEffect, useState } from 'preact/hooks'
import { useNow } from '../../lib/clock.ts'
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { useRoute } from '../../lib/route.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Status } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { type Card, cardName } from '../cards/facts.tsx'

type Shown = Component<'CardRevealResponse'>

export default function Reveal() {
  const { selected } = useRoute()
  if (selected === undefined) {
    return (
      <Page title="Card number">
        <Empty title="No card is chosen.">
          <Link to={{ view: 'cards' }}>To the cards</Link>
        </Empty>
      </Page>
    )
  }
  return <RevealCard key={selected} id={selected} />
}

function RevealCard({ id }: { readonly id: string }) {
  const { data: card, problem, again } = useLive(request('get', '/cards/{id}', { path: { id } }))
  return (
    <Page title="Card number">
      <p>
        <Link to={{ view: 'cards', selected: id }}>Back to the card</Link>
      </p>
      <ErrorState problem={problem} isBesideData={card !== undefined} onRetry={again} />
      {card === undefined ? (
        problem === undefined && <Loading what="The card’s facts" />
      ) : (
        <>
          <p class="row">
            <strong>{cardName(card)}</strong> <Status status={card.status} />
          </p>
          <Frame card={card} />
        </>
      )}
    </Page>
  )
}

/** Nothing is asked for before a press: each time is recorded with the token that asked. */
function Frame({ card: { id, state } }: { readonly card: Card }) {
  const [shown, setShown] = useState<Shown>()
  const now = useNow()
  const leftMs = shown === undefined ? 0 : Date.parse(shown.expiresAt) - now
  const isOver = shown !== undefined && leftMs <= 0
  // The issuer's page does not close itself.
  useEffect(() => {
    if (isOver) setShown(undefined)
  }, [isOver])
  if (state !== 'ACTIVE' && state !== 'FROZEN') {
    return <Empty title="The issuer shows active and frozen cards only." />
  }
  if (shown === undefined) {
    return (
      <>
        <p class="soft">
          The issuer shows the number, the expiry and the security code for five minutes. They pass
          through no server of the platform or of ours.
        </p>
        <ActionButton
          kind="primary"
          request={request('post', '/cards/{id}/reveal', { path: { id } })}
          needs="TRANSACT"
          confirm="Anyone who sees this screen can pay with the card. It is recorded that your token has asked for it."
          done="The issuer shows the card."
          onDone={setShown}
        >
          Show the card
        </ActionButton>
      </>
    )
  }
  return (
    <>
      <iframe
        class="issuer"
        title="The card, shown by its issuer"
        src={shown.panEmbedUrl}
        sandbox="allow-scripts allow-same-origin"
        allow="clipboard-write"
        referrerpolicy="no-referrer"
      />
      <p class="row">
        <Button onPress={() => setShown(undefined)}>Hide it</Button>
        <span class="soft">It hides itself in {Math.ceil(leftMs / 60_000)} min.</span>
      </p>
    </>
  )
}
