/** Plays what may become of a deposit that is sent back. */
import { randomUUID } from 'node:crypto'
import { type Database, openDatabase } from '../../db/database.ts'
import { workflows } from '../../workflows/registry.ts'
import { waitUntil } from '../support/builders.ts'
import type { SandboxControl } from '../support/sandboxControl.ts'

type Closed = (name: string, workflowId: string) => Promise<void>
type Stage = {
  readonly databaseUrl: string
  readonly control: Pick<SandboxControl, 'acts' | 'arrive' | 'force' | 'order'>
}

export async function recordDepositHistories(
  { databaseUrl, control }: Stage,
  closed: Closed,
): Promise<void> {
  const database = openDatabase(databaseUrl, { poolMax: 2 })
  const sentBack = async (): Promise<string> => {
    const deposit = await anUnapplied(database, control)
    const why = 'the payer has asked for it'
    const { attempt } = await database.call('return_deposit', deposit, 'Grace Hopper', why)
    if (attempt == null) throw new Error('the deposit is not sent back')
    return workflows.depositReturn.id({ depositId: deposit, attempt })
  }
  try {
    await closed('depositReturn-settled', await sentBack())
    await control.order({ party: 'rail', operation: 'submit', kind: 'lostAnswer' })
    await closed('depositReturn-answerLost', await sentBack())
    // Held at the rail until it is forced to fail.
    const release = await control.order({
      party: 'rail',
      operation: 'submit',
      kind: 'stuckPending',
    })
    const failing = await sentBack()
    await waitUntil('the rail has it', async () => {
      return (await control.acts(failing))['rail submit'] === 1
    })
    await control.force(failing, 'fail')
    await closed('depositReturn-failed', failing)
    await release()
  } finally {
    await database.close()
  }
}

async function anUnapplied(
  database: Database,
  control: Pick<SandboxControl, 'arrive'>,
): Promise<string> {
  const reference = `NOBODYS-${randomUUID()}`
  const id = await control.arrive({ reference, amountMinor: '500', currency: 'USD' })
  return waitUntil('the deposit is unapplied', async () => {
    const [row] = await database.query<{ uuid: string }>({
      text: `select deposit_uuid(environment, id) as uuid from deposits where id = $1 and outcome = 'UNAPPLIED'`,
      values: [id],
    })
    return row?.uuid
  })
}
