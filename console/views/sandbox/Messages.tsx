import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Section } from '../../ui/Section.tsx'
import { Time } from '../../ui/Time.tsx'

const EVERY_MS = 2_000

/** What the sandbox has captured of the platform's mails and text messages. */
export function Messages() {
  const asked = request('get', '/sandbox/messages')
  const { data, problem, again } = useLive(asked, { everyMs: EVERY_MS })
  return (
    <Section title="Captured, not sent; newest first" actions={<Curl request={asked} />}>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {data === undefined && problem === undefined && <Loading what="Messages" lines={6} />}
      {data?.data.length === 0 && (
        <Empty title="None has been sent yet.">
          Codes of logins, payments and contacts arrive here. Ask for one in the wallet playground.
        </Empty>
      )}
      <ul class="messages" aria-label="Messages, newest first">
        {data?.data.map((message) => (
          <li key={message.id} class="card">
            <Message message={message} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Message({ message }: { readonly message: Component<'SandboxMessage'> }) {
  const { channel, to, from, subject, text, sentAt } = message
  const [code] = /\b\d{6,9}\b/.exec(text) ?? []
  return (
    <article class="stack">
      <p class="row">
        <Badge>{channel === 'EMAIL' ? 'Mail' : 'Text'}</Badge>
        <strong>{to}</strong>
        <span class="soft">from {from}</span>
        <span class="soft">
          <Time at={sentAt} />
        </span>
      </p>
      {subject !== undefined && <p>{subject}</p>}
      <p class="message-text">{text}</p>
      {code !== undefined && (
        <p class="row">
          Code <CopyId id={code} />
        </p>
      )}
    </article>
  )
}
