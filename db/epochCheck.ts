/**
 * Keeps a process that ran before the store was set back from writing to it afterwards: what it has in hand is of rows
 * that may not be there any more. `restore begin` ends the connections that there are; each new one is checked here.
 */

import type pg from 'pg'
import type { Logger } from 'pino'

/** Looks at a connection that was just opened. @throws StoreWasSetBack */
export type ConnectionCheck = (connection: Pick<pg.ClientBase, 'query'>) => Promise<void>

export class StoreWasSetBack extends Error {
  constructor() {
    super('The store was set back to an earlier point while this process ran.')
    this.name = 'StoreWasSetBack'
  }
}

/** PostgreSQL's code of a table that is not there: the database is not migrated yet. */
const UNDEFINED_TABLE = '42P01'

/**
 * One for all connections of a process, whose epoch is that of the first one.
 *
 * @param onOther the store has another epoch than this process
 */
export function checkEpoch(onOther: () => void): ConnectionCheck {
  let own: string | undefined
  return async (connection) => {
    const epoch = await epochOf(connection)
    if (epoch === undefined) return
    own ??= epoch
    if (epoch === own) return
    onOther()
    throw new StoreWasSetBack()
  }
}

/** For a process of the service, which exits then: its supervisor starts a new one. */
export function endInOtherEpoch(log: Logger): ConnectionCheck {
  return checkEpoch(() => {
    log.fatal('the store was set back while this process ran: it ends, and is to be started anew')
    process.exit(1)
  })
}

async function epochOf(connection: Pick<pg.ClientBase, 'query'>): Promise<string | undefined> {
  try {
    const { rows } = await connection.query<{ epoch: string }>(
      'select epoch from store_state where is_only',
    )
    return rows[0]?.epoch
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === UNDEFINED_TABLE) return undefined
    throw error
  }
}
