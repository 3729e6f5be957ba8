import type { ApiProblem } from '../lib/problem.ts'
import { Button } from './Button.tsx'
import { CopyId } from './CopyId.tsx'
import { Link } from './Link.tsx'

type ErrorStateProps = {
  readonly problem: ApiProblem | undefined
  readonly onRetry?: () => void
  /** True if older data stays on the screen. */
  readonly isBesideData?: boolean
}

/** What went wrong: the service's own sentence, its code, and the id that its log has. */
export function ErrorState({ problem, onRetry, isBesideData = false }: ErrorStateProps) {
  if (problem === undefined) return null
  const { code, status, requestId, fields, docUrl } = problem
  return (
    <div class="problem" role="alert">
      <p>
        {isBesideData && 'What is shown may be old: '}
        {sentenceOf(problem)}
      </p>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ field, message }) => (
            <li key={field}>
              <code>{field || 'body'}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <p class="problem-facts">
        <code>{status > 0 ? `${code} · ${status}` : code}</code>
        {requestId !== undefined && (
          <span>
            Request <CopyId id={requestId} />{' '}
            {/* Without valid credentials it is of no platform, and in no platform's log. */}
            {status !== 401 && (
              <Link to={{ view: 'requests', selected: requestId }}>In the log</Link>
            )}
          </span>
        )}
        {docUrl !== undefined && <a href={docUrl}>What it means</a>}
        {onRetry !== undefined && (
          <Button kind="quiet" isSmall onPress={onRetry}>
            Try again
          </Button>
        )}
      </p>
    </div>
  )
}

function sentenceOf({ status, message, retryAfterSeconds }: ApiProblem): string {
  if (status === 403) return `${message} Sign in with a token that has the permission.`
  if (retryAfterSeconds !== undefined) return `${message} Try again in ${retryAfterSeconds} s.`
  return message
}
