/** The service's own accounts, and the last check of the ledger. */
import { make } from '../page.ts'
import { read } from './api.ts'
import { at, part, table } from './parts.ts'

type Ledger = {
  readonly check: {
    readonly isOk: boolean | null
    readonly finishedAt: string | null
    readonly findings: readonly {
      readonly check: string
      readonly subject: string
      readonly found: string
    }[]
  }
  readonly accounts: readonly {
    readonly environment: string
    readonly kind: string
    readonly currency: string
    readonly balance: string
  }[]
  readonly holders: readonly {
    readonly environment: string
    readonly currency: string
    readonly balance: string
    readonly held: string
  }[]
}

export async function showLedger(content: HTMLElement): Promise<void> {
  const { check, accounts, holders } = await read<Ledger>('/ledger')
  const words =
    check.isOk === null
      ? 'No check has finished yet.'
      : `${check.isOk ? 'Every sum holds' : 'A sum is wrong'}, as of ${at(check.finishedAt)}.`
  const findings = check.findings.map((each) => [each.check, each.subject, each.found])
  const own = accounts.map((each) => [each.environment, each.kind, each.balance])
  const customers = holders.map((each) => [each.environment, each.balance, each.held])
  content.replaceChildren(
    part('Check', make('p', {}, words), table('Findings', ['Check', 'About', 'Found'], findings)),
    part(
      'Own accounts',
      table('Liquidity, suspense and the others', ['Environment', 'Account', 'Balance'], own),
    ),
    part('Customers and platforms', table('In all', ['Environment', 'Balance', 'Held'], customers)),
  )
}
