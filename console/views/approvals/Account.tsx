/** An account of an action: whose it is, as far as the API knows, and its id. */
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { IdLink } from '../../ui/IdLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { wordsOf } from '../../ui/statuses.ts'

type AccountProps = {
  /** Of an account, or a UMA address. */
  readonly id: string
  readonly customerId: string
}

export function Account({ id, customerId }: AccountProps) {
  return (
    <span class="stack tight">
      {id.startsWith('ExternalAccount:') && <External id={id} />}
      {id.startsWith('InternalAccount:') && <Internal id={id} customerId={customerId} />}
      {id.includes('Account:') ? <IdLink id={id} /> : <code>{id}</code>}
    </span>
  )
}

const EVERY_MS = 5_000

// One that was deleted or is another's is not found: its id says all that there is.
function External({ id }: { readonly id: string }) {
  const asked = request('get', '/customers/external-accounts/{externalAccountId}', {
    path: { externalAccountId: id },
  })
  const { data } = useLive(asked, { everyMs: EVERY_MS })
  if (data === undefined) return null
  const info: Readonly<Record<string, unknown>> = { ...data.accountInfo }
  const { fullName, legalName } = (info.beneficiary ?? {}) as Readonly<Record<string, unknown>>
  const name = fullName ?? legalName
  const number = info.accountNumber ?? info.iban ?? info.clabeNumber ?? info.address
  return (
    <span>
      {typeof name === 'string' && <strong>{name}</strong>} {wordsOf(data.accountInfo.accountType)}
      {typeof number === 'string' && <> ending {number.slice(-4)}</>}
    </span>
  )
}

function Internal({ id, customerId }: AccountProps) {
  const asked = request('get', '/customers/internal-accounts', {
    query: { customerId, limit: 100 },
  })
  const found = useLive(asked, { everyMs: EVERY_MS }).data?.data.find((each) => each.id === id)
  if (found === undefined) return null
  return (
    <span>
      {wordsOf(found.type)}, now <Money value={found.balance} />
    </span>
  )
}
