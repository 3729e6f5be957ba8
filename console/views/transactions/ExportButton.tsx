import { useState } from 'preact/hooks'
import { useAction } from '../../lib/action.ts'
import { saveFile } from '../../lib/csv.ts'
import { announce } from '../../lib/notices.ts'
import type { ApiRequest, Component } from '../../lib/request.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { EXPORT_MAX, transactionsCsv } from './exportCsv.ts'
import type { Transaction } from './facts.tsx'

type List = Component<'TransactionList'>

type ExportButtonProps = {
  /** The page of the filtered list after a cursor, as large as the API gives it. */
  readonly pageAfter: (cursor: string | undefined) => ApiRequest<List>
}

export function ExportButton({ pageAfter }: ExportButtonProps) {
  const { api } = useSession()
  const [count, setCount] = useState(0)
  const action = useAction(async () => {
    const all: Transaction[] = []
    let cursor: string | undefined
    do {
      const page: List = await api.send(pageAfter(cursor))
      all.push(...page.data)
      setCount(all.length)
      cursor = page.nextCursor
    } while (cursor !== undefined && all.length < EXPORT_MAX)
    saveFile('transactions.csv', 'text/csv;charset=utf-8', transactionsCsv(all))
    const isCut = cursor !== undefined
    announce(
      `${all.length} transactions are saved${isCut ? ', the newest ones: narrow the filters for the others' : ''}.`,
    )
  })
  return (
    <>
      <Button isBusy={action.isBusy} onPress={action.run}>
        {action.isBusy ? `Export: ${count}` : 'Export CSV'}
      </Button>
      <ErrorState problem={action.problem} />
    </>
  )
}
