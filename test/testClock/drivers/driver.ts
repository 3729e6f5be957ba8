/** How a test has something wait for an instant, and asks whether that is over. */
import type { Given } from '../../../api/reference/useCases/given.ts'
import type { Stage } from '../../reference/stage.ts'

export type Driver = {
  readonly name: string
  /** Where its instant is: `table.column` of the service, or a step of a party, as the sandbox names it. */
  readonly instant: string
  /** How the answer of a move past it names what was done; not of what is merely read as over. */
  readonly fired?: string
  /** Has it wait. */
  arrange(stage: Stage): Promise<Waiting>
}

export type Waiting = {
  /** Whether it has ended. May be asked once before its instant, and then after it. */
  isOver(): Promise<boolean>
  /** What the answer of the move is about, where it is about one thing. */
  readonly objectId?: string
  /** Its instant, ISO 8601, where others of its kind end later. */
  readonly until?: string
}

/** Of what one question uses up: two are made, and the second one is asked about later. */
export async function inTurn(make: () => Promise<Waiting['isOver'] | Waiting>): Promise<Waiting> {
  const made = [await make(), await make()].map((one) =>
    typeof one === 'function' ? { isOver: one } : one,
  )
  const left = made.map(({ isOver }) => isOver)
  return {
    ...made.at(-1),
    isOver: async () => {
      const next = left.length > 1 ? left.shift() : left[0]
      return next?.() ?? true
    },
  }
}

/** An example's thing that the API shows with a status. @param ended its status after the instant */
export async function shownWith(
  stage: Stage,
  name: Given,
  pathOf: (id: string) => string,
  ended: string,
): Promise<Waiting> {
  const objectId = await stage.text(name)
  return {
    objectId,
    isOver: async () => (await stage.api.call('GET', pathOf(objectId))).body.status === ended,
  }
}
