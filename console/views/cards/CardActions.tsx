import { request } from '../../lib/request.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { Card } from './facts.tsx'

type CardActionsProps = { readonly card: Card; readonly onDone: () => void }

/** What the API lets the platform do with the card as it is now; nothing else is shown. */
export function CardActions({ card: { id, status }, onDone }: CardActionsProps) {
  const to = (next: 'ACTIVE' | 'FROZEN' | 'CLOSED') =>
    request('patch', '/cards/{id}', { path: { id }, body: { status: next } })
  if (status !== 'ACTIVE' && status !== 'FROZEN') return null
  return (
    <div class="row">
      {status === 'ACTIVE' ? (
        <ActionButton
          request={to('FROZEN')}
          needs="MANAGE"
          done="The card is frozen: nothing is authorized from now on."
          onDone={onDone}
        >
          Freeze
        </ActionButton>
      ) : (
        <ActionButton
          request={to('ACTIVE')}
          needs="MANAGE"
          done={(card) =>
            card.status === 'ACTIVE'
              ? 'The card is active again.'
              : 'The card becomes active once the issuer knows.'
          }
          onDone={onDone}
        >
          Unfreeze
        </ActionButton>
      )}
      <ActionButton
        request={to('CLOSED')}
        needs="MANAGE"
        kind="danger"
        confirm="The card is closed for good and draws on nothing any more. What is authorized is still cleared."
        done="The card is closed."
        onDone={onDone}
      >
        Close the card
      </ActionButton>
    </div>
  )
}
