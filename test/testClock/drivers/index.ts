/** Every wait of the system that a test can have wait. The list of the others, with reasons, is in `instants.ts`. */
import { access } from './access.ts'
import type { Driver } from './driver.ts'
import { money } from './money.ts'

export type { Driver, Waiting } from './driver.ts'

export const drivers: readonly Driver[] = [...money, ...access]
