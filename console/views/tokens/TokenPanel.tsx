/** One token: what it may do, when it was used, and its end. */
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { navigate } from '../../lib/route.ts'
import { useSession } from '../../lib/session.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Time } from '../../ui/Time.tsx'

const EVERY_MS = 5_000

type TokenPanelProps = { readonly id: string; readonly onChange: () => void }

export function TokenPanel({ id, onChange }: TokenPanelProps) {
  const session = useSession()
  const asked = request('get', '/tokens/{tokenId}', { path: { tokenId: id } })
  const { data: token, problem, again } = useLive(asked, { everyMs: EVERY_MS })
  const isOwn = session.token.id === id
  return (
    <Panel title={token?.name ?? 'Token'}>
      <ErrorState problem={problem} isBesideData={token !== undefined} onRetry={again} />
      {token === undefined ? (
        problem === undefined && <Loading what="The token’s facts" />
      ) : (
        <>
          <KeyValue
            rows={[
              ['Id', <CopyId key="id" id={token.id} />],
              ['Client id', <CopyId key="client" id={token.clientId} />],
              ['Permissions', token.permissions.join(', ')],
              [
                'Last used',
                token.lastUsedAt === undefined ? (
                  'Never'
                ) : (
                  <Time key="used" at={token.lastUsedAt} isExact />
                ),
              ],
              ['Created', <Time key="created" at={token.createdAt} isExact />],
            ]}
          />
          <p class="soft">Its last use is noted to the minute. Its secret cannot be shown.</p>
          <ActionButton
            request={request('delete', '/tokens/{tokenId}', { path: { tokenId: id } })}
            needs="MANAGE"
            kind="danger"
            confirm={`Whatever uses ${token.name} is refused within five seconds, for good.${
              isOwn ? ' You are signed in with it: you are signed out.' : ''
            }`}
            done={`${token.name} is revoked.`}
            onDone={() => {
              navigate({ selected: undefined })
              onChange()
            }}
          >
            Revoke
          </ActionButton>
        </>
      )}
    </Panel>
  )
}
