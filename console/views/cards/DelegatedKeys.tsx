/** Whether the service may sign for the wallet: without an active key nothing is authorized. */
import { useLive } from '../../lib/live.ts'
import { type ResultOf, request } from '../../lib/request.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Status } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Section } from '../../ui/Section.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Card } from './facts.tsx'

type Key = ResultOf<'get', '/auth/delegated-keys'>['data'][number]

export function DelegatedKeys({ card }: { readonly card: Card }) {
  const { fundingSource: accountId } = card
  if (accountId === undefined) return null
  return <KeysOf card={card} accountId={accountId} />
}

type KeysOfProps = { readonly card: Card; readonly accountId: string }

function KeysOf({ card, accountId }: KeysOfProps) {
  const asked = request('get', '/auth/delegated-keys', { query: { accountId } })
  const { data, problem, again } = useLive(asked)
  const keys = data?.data.filter(({ cardId }) => cardId === card.id)
  const isReady = keys?.some(({ status }) => status === 'ACTIVE') ?? false
  return (
    <Section title="Delegated key" actions={<Curl request={asked} />}>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {keys === undefined ? (
        problem === undefined && <Loading what="The keys" lines={2} />
      ) : (
        <>
          {!isReady && (
            <Empty title="The card cannot spend yet.">
              The wallet’s owner makes a delegated key with two signatures of a device that has a
              session. No other party can: not the platform, and not this page.
            </Empty>
          )}
          {keys.map((key) => (
            <OneKey key={key.id} of={key} onDone={again} />
          ))}
        </>
      )}
    </Section>
  )
}

type OneKeyProps = { readonly of: Key; readonly onDone: () => void }

function OneKey({ of: { id, nickname, status, createdAt, updatedAt }, onDone }: OneKeyProps) {
  return (
    <>
      <KeyValue
        rows={[
          ['Status', <Status key="status" status={status} />],
          ['Name', nickname],
          ['Id', <CopyId key="id" id={id} />],
          ['Made', <Time key="created" at={createdAt} isExact />],
          [
            'Revoked',
            status === 'REVOKED' ? <Time key="revoked" at={updatedAt} isExact /> : undefined,
          ],
        ]}
      />
      {status === 'ACTIVE' && (
        <ActionButton
          request={request('delete', '/auth/delegated-keys/{id}', { path: { id } })}
          needs="TRANSACT"
          kind="danger"
          isSmall
          confirm="The key’s private half is destroyed, and nothing more is authorized. What is held is taken once the owner has made a new key."
          done="The key is revoked."
          onDone={onDone}
        >
          Revoke the key
        </ActionButton>
      )}
    </>
  )
}
