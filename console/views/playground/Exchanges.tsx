import { useStore } from '../../lib/store.ts'
import { Badge } from '../../ui/Badge.tsx'
import { shortId } from '../../ui/CopyId.tsx'
import { CurlText } from '../../ui/Curl.tsx'
import { JsonView } from '../../ui/JsonView.tsx'
import { type Exchange, exchanges, type StepKey } from './exchanges.ts'

/** Ids in a path: long enough to hide what it is about. */
const ids = /[A-Z]\w+:[0-9a-f-]{36}/g

type ExchangesProps = {
  readonly step: StepKey
  /** What the step sends when its button is pressed: `POST /customers`. */
  readonly next?: string | undefined
}

/** The requests of a step with their answers, the newest of all open. */
export function Exchanges({ step, next }: ExchangesProps) {
  const all = useStore(exchanges)
  const own = all.filter((each) => each.step === step)
  if (own.length === 0 && next === undefined) return null
  return (
    <div class="exchanges">
      {own.length > 0 && (
        <ol aria-label="Requests of this step">
          {own.map((exchange, index) => (
            <li key={index}>
              <One exchange={exchange} isOpen={exchange === all.at(-1)} />
            </li>
          ))}
        </ol>
      )}
      {next !== undefined && (
        <p class="soft">
          Next: <code>{next}</code>
        </p>
      )}
    </div>
  )
}

function One({ exchange, isOpen }: { readonly exchange: Exchange; readonly isOpen: boolean }) {
  const { request, note, status, answer, ms, times } = exchange
  const name = `${request.method} ${request.path.split('?')[0]}`
  const tone = status === 0 || status >= 400 ? 'bad' : status === 202 ? 'busy' : 'good'
  return (
    <details class="exchange" open={isOpen}>
      <summary>
        <code title={name}>{name.replaceAll(ids, (id) => shortId(id))}</code>
        <Badge tone={tone}>{status === 0 ? 'no answer' : status}</Badge>
        <span class="soft number">
          {times > 1 ? `asked ${times} times` : `${Math.round(ms)} ms`}
        </span>
      </summary>
      <div class="stack">
        {note !== undefined && <p class="soft">{note}</p>}
        <CurlText request={request} />
        {answer === undefined ? (
          <p class="soft">The answer has no body.</p>
        ) : (
          <JsonView value={answer} label={`Answer to ${name}`} />
        )}
      </div>
    </details>
  )
}
