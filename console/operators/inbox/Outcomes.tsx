import { wordsOf } from '../../ui/statuses.ts'
import type { Choice } from './item.ts'
import { Transfers } from './Transfers.tsx'

/** What a decision does to the books, for each way that it may go on. */
export function Outcomes({ choice: { outcomes } }: { readonly choice: Choice }) {
  return (
    <>
      {outcomes.map(({ when, result, transfers }) => (
        <div key={when} class="stack close-stack">
          <p>
            <span class="soft">{when.charAt(0).toUpperCase() + when.slice(1)}: </span>
            <strong>{result === '' ? 'Nothing is booked' : wordsOf(result)}</strong>
          </p>
          {transfers.length > 0 && (
            <Transfers label={`Booked (${when})`} transfers={transfers} empty={null} />
          )}
        </div>
      ))}
    </>
  )
}
