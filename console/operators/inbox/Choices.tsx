import { useState } from 'preact/hooks'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { useMayNotDecide } from '../session.ts'
import { DecideDialog } from './DecideDialog.tsx'
import type { Choice, WholeItem } from './item.ts'
import { Outcomes } from './Outcomes.tsx'

type ChoicesProps = { readonly item: WholeItem; readonly onChange: () => void }

/** What may be decided, and what each decision would book. */
export function Choices({ item, onChange }: ChoicesProps) {
  const mayNot = useMayNotDecide()
  // As they were when the decision was begun: what is read meanwhile is not what was seen.
  const [begun, setBegun] = useState<{ readonly item: WholeItem; readonly choice: Choice }>()
  return (
    <>
      {item.choices.length === 0 && (
        <Empty title="There is nothing to decide.">{item.nothing}</Empty>
      )}
      {item.choices.map((choice) => (
        <section key={choice.decision} class="card stack" aria-label={wordsOf(choice.decision)}>
          <p class="row">
            <strong>{wordsOf(choice.decision)}</strong> <span>{choice.meaning}</span>
          </p>
          <Outcomes choice={choice} />
          <p class="row">
            <Button
              onPress={() => setBegun({ item, choice })}
              label={`Decide: ${choice.decision}`}
              disabledReason={mayNot}
            >
              Decide: {choice.decision}
            </Button>
          </p>
        </section>
      ))}
      {begun !== undefined && (
        <DecideDialog
          item={begun.item}
          choice={begun.choice}
          onChange={onChange}
          onClose={() => setBegun(undefined)}
        />
      )}
    </>
  )
}
