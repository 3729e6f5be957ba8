import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { Status } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { Time } from '../../ui/Time.tsx'

const notes: Readonly<Record<string, string>> = {
  INVALID: 'The provider refuses the login. Link the account again, with the new secret.',
  REVOKED: 'The link has ended. Linking the account again makes another one.',
}

export function ProviderAccountPanel({ id }: { readonly id: string }) {
  const asked = request('get', '/stablecoin-provider-accounts/{stablecoinProviderAccountId}', {
    path: { stablecoinProviderAccountId: id },
  })
  const { data: account, problem, again } = useLive(asked)
  const note = notes[account?.status ?? '']
  return (
    <Panel title="Provider account" aside={account && <Status status={account.status} />}>
      <ErrorState problem={problem} isBesideData={account !== undefined} onRetry={again} />
      {account === undefined ? (
        problem === undefined && <Loading what="The account’s facts" />
      ) : (
        <>
          {note !== undefined && <p class="note">{note}</p>}
          <KeyValue
            rows={[
              ['Id', <CopyId key="id" id={account.id} />],
              ['Provider', wordsOf(account.provider)],
              ['Account there', <CopyId key="own" id={account.providerAccountId} />],
              ['Environment', wordsOf(account.providerEnvironment)],
              ['Last verified', <Time key="verified" at={account.lastVerifiedAt} isExact />],
              ['Linked', <Time key="created" at={account.createdAt} isExact />],
            ]}
          />
          <p class="row">
            {account.status !== 'ACTIVE' && <Link to={{ selected: 'link' }}>Link it again</Link>}
            <Curl request={asked} />
          </p>
        </>
      )}
    </Panel>
  )
}
