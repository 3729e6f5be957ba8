/** The clock of the sandbox's parties, over their control port. */
import type { Config } from '../../runtime/config.ts'
import { askSandbox } from '../sandboxControl.ts'

export type PartiesLook = {
  readonly aheadMs: number
  /** Something is due, or being done. */
  readonly isBusy: boolean
  /** Another number: something was done. */
  readonly worked: number
  /** When what is due later, ISO 8601. */
  readonly next: Readonly<Record<string, string>>
}

export type Parties = {
  look(): Promise<PartiesLook>
  /** @param isHeld they do nothing that is due for now, for some seconds at most */
  set(aheadMs: number, isHeld: boolean): Promise<void>
}

/** Of a stack without a sandbox: nothing of theirs is due. */
const withoutSandbox: PartiesLook = { aheadMs: 0, isBusy: false, worked: 0, next: {} }

export function partiesOf(config: Config): Parties {
  return {
    async look() {
      return ((await askSandbox(config, '/clock')) as PartiesLook | undefined) ?? withoutSandbox
    },
    async set(aheadMs, isHeld) {
      await askSandbox(config, '/clock', { method: 'PUT', body: { aheadMs, isHeld } })
    },
  }
}
