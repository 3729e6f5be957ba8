import { type ErrorCode, Refusal } from './errors.ts'
import { idProblem, type Kind } from './ids.ts'
import { missingCode } from './notFound.ts'

/** An id of another shape, which names nothing; the API adds the name of the field that holds it. */
export class WrongId extends Refusal {
  readonly given: string
  /** What may stand there. */
  readonly kinds: readonly Kind[]

  /** @param code another than that of the kind */
  constructor(
    given: string,
    kinds: readonly [Kind, ...Kind[]],
    code: ErrorCode = missingCode(kinds[0]),
  ) {
    super(code)
    this.given = given
    this.kinds = kinds
  }

  /** This refusal, with what is wrong with the field. */
  in(field: string): Refusal {
    const message = idProblem(this.kinds, this.given)
    return new Refusal(this.code, {
      reason: `${field} ${message}.`,
      details: { errors: [{ field, constraint: 'pattern', message }] },
    })
  }
}
