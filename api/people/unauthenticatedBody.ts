/** The body of who is not known yet: a login is unauthenticated until what it gives is read. */
import { invalidInput } from '../../contract/errors.ts'
import type { Config } from '../../runtime/config.ts'
import type { Arrivals } from '../arrivals.ts'
import { readBody } from '../middleware/body.ts'
import { senderOf } from '../middleware/sender.ts'
import type { Context } from '../middleware/state.ts'
import type { checkOf } from '../validate.ts'

/** @param check of the schema that `Body` is of @throws Refusal INVALID_INPUT */
export async function unauthenticatedBody<Body extends object>(
  context: Context,
  check: ReturnType<typeof checkOf>,
  { config, arrivals }: { readonly config: Config; readonly arrivals: Arrivals },
): Promise<Body> {
  const { parsed } = await arrivals.read(context.req, senderOf(context, config), () =>
    readBody(context, false),
  )
  const body = parsed ?? {}
  const problems = check(body)
  if (problems.length > 0) throw invalidInput(problems)
  return body as Body
}
