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
  /** After their clock was set, where it is behind. */
  look(): Promise<PartiesLook>
  /** Sets their clock. They do nothing that is due for now, for some seconds at most. */
  hold(ahead: Ahead): Promise<PartiesLook>
  /**
   * Sets their clock at one of several instants at which nothing of theirs is due, while they are held: they are some instants
   * behind, until they are asked for anything.
   *
   * @returns what they said last
   */
  holdAtTimes(ahead: Ahead): Promise<PartiesLook>
  /** Whether they are, for long enough yet. */
  areHeld(): boolean
  /** They do it, where they were held. */
  release(): Promise<void>
}

/** How far their clock is ahead of the machine's. */
export type Ahead = {
  readonly aheadMs: number
  /** At the end of the move. The service may be so far already: who signs by its clock is heard. */
  readonly untilMs: number
}

/** They are held for 15 seconds. */
const HELD_MS = 5_000
/** A call about their clock costs as much as all else at an instant at which one job is due. */
const INSTANTS_BEHIND = 8
/** Of a stack without a sandbox: nothing of theirs is due. */
const withoutSandbox: PartiesLook = { aheadMs: 0, isBusy: false, worked: 0, next: {} }

export function partiesOf(config: Config): Parties {
  async function ask(body?: object): Promise<PartiesLook> {
    const sent = body && ({ method: 'PUT', body } as const)
    const look = (await askSandbox(config, '/clock', sent)) as PartiesLook | undefined
    return look ?? withoutSandbox
  }
  let held: Ahead | undefined
  let heldAt = 0
  let said: PartiesLook | undefined
  let behind: { readonly by: number; readonly ahead: Ahead } | undefined
  async function hold(ahead: Ahead): Promise<PartiesLook> {
    said = await ask({ ...ahead, isHeld: true })
    behind = undefined
    held = ahead
    heldAt = performance.now()
    return said
  }
  return {
    look: () => (behind === undefined ? ask() : hold(behind.ahead)),
    hold,
    async holdAtTimes(ahead) {
      const by = (behind?.by ?? 0) + 1
      if (said === undefined || by >= INSTANTS_BEHIND) return hold(ahead)
      behind = { by, ahead }
      return said
    },
    areHeld: () => held !== undefined && performance.now() - heldAt < HELD_MS,
    async release() {
      if (held === undefined) return
      await ask({ ...(behind?.ahead ?? held), isHeld: false })
      behind = undefined
      held = undefined
    },
  }
}
