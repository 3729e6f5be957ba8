/** The API tokens of the platform: make one, see when each was used, revoke it. */
import { useState } from 'preact/hooks'
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { navigate, useRoute } from '../../lib/route.ts'
import { useSession } from '../../lib/session.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterSearch, Filters } from '../../ui/Filters.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { NewSecret } from './NewSecret.tsx'
import { NewToken } from './NewToken.tsx'
import { TokenPanel } from './TokenPanel.tsx'

type Token = Component<'ApiToken'>

const NEW = 'new'
const LIMIT = 50
const EVERY_MS = 5_000

function columnsOf(own: string): readonly Column<Token>[] {
  return [
    { key: 'name', head: 'Name', cell: ({ name }) => <span class="cut">{name}</span> },
    {
      key: 'permissions',
      head: 'May',
      cell: ({ id, permissions }) => (
        <span class="row">
          {permissions.map((permission) => (
            <Badge key={permission}>{wordsOf(permission)}</Badge>
          ))}
          {id === own && <Badge tone="good">Yours now</Badge>}
        </span>
      ),
    },
    { key: 'client', head: 'Client id', from: 'desktop', cell: ({ clientId }) => clientId },
    {
      key: 'used',
      head: 'Last used',
      align: 'end',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === undefined ? <span class="soft">Never</span> : <Time at={lastUsedAt} />,
    },
    {
      key: 'created',
      head: 'Created',
      align: 'end',
      from: 'tablet',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ]
}

export default function Tokens() {
  const { selected, query } = useRoute()
  const { token, may } = useSession()
  // In this component alone: neither the address nor a storage of the browser has it.
  const [created, setCreated] = useState<Token>()
  const asked = request('get', '/tokens', {
    query: { name: query.name, limit: LIMIT, cursor: query.cursor },
  })
  const { data, problem, isOld, again } = useLive(asked, { keep: true, everyMs: EVERY_MS })
  return (
    <Page
      title="Tokens"
      actions={
        <>
          <Curl request={asked} />
          <Button
            kind="primary"
            disabledReason={may('MANAGE') ? undefined : 'Your token lacks the permission MANAGE.'}
            onPress={() => navigate({ selected: NEW })}
          >
            New token
          </Button>
        </>
      }
      panel={
        selected === NEW ? (
          <NewToken
            onCreated={(next) => {
              setCreated(next)
              navigate({ selected: undefined }, { replace: true })
              again()
            }}
          />
        ) : (
          selected !== undefined && <TokenPanel key={selected} id={selected} onChange={again} />
        )
      }
    >
      {created !== undefined && <NewSecret token={created} onKept={() => setCreated(undefined)} />}
      <Filters names={['name']}>
        <FilterSearch name="name" label="Search by the whole name" />
      </Filters>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {(data !== undefined || problem === undefined) && (
        <Table
          label="Tokens"
          rows={data?.data}
          columns={columnsOf(token.id)}
          keyOf={({ id }) => id}
          isOld={isOld}
          empty={<Empty title="No token has this name.">Names are compared whole.</Empty>}
        />
      )}
      <Pager page={data} />
    </Page>
  )
}
