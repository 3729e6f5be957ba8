import type { Database } from '../../db/database.ts'
import { createAlarms } from '../../worker/alarms.ts'

/** The value of an alarm, as a worker on this database shows it. */
export async function alarmOf(database: Database, name: string): Promise<number> {
  const text = await createAlarms(database).registry.getSingleMetricAsString(name)
  return Number(text.split(' ').at(-1))
}
