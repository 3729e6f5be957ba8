/** Binds operations to routes: the steps of every request, in order. */
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import {
  type ErrorCode,
  errors,
  type FieldError,
  invalidInput,
  Refusal,
} from '../contract/errors.ts'
import { exactJson } from '../contract/exactJson.ts'
import { nearestName } from '../contract/nearest.ts'
import { isBrokenText, shownName } from '../contract/storable.ts'
import type { Arrivals } from './arrivals.ts'
import { whileAtWork } from './connections.ts'
import { keptAnswer } from './createOnce.ts'
import { besideDeadline, withinDeadline } from './deadline.ts'
import type { Dependencies } from './dependencies.ts'
import { type Body, readBody, readForm, refuseBrokenText } from './middleware/body.ts'
import type { Caller, Identify } from './middleware/callers.ts'
import type { Admit } from './middleware/inFlight.ts'
import { refuseWrites } from './middleware/maintenance.ts'
import { addressOf, senderOf } from './middleware/sender.ts'
import type { Context, RequestState } from './middleware/state.ts'
import {
  type Call,
  type Operation,
  Reply,
  type UploadedFile,
  type ValidationInput,
} from './operation.ts'
import { requireOutside } from './outside.ts'
import { publicOrigin } from './publicOrigin.ts'
import { withField } from './requireId.ts'
import { responseChecker } from './responses.ts'
import { isStrict, PREFERENCE_APPLIED, STRICT } from './strictHandling.ts'
import {
  IGNORED_FIELDS,
  ignoredFields,
  refusedFields,
  type UnknownMember,
  unknownMembers,
} from './unknownMembers.ts'
import { bodyCheckOf, type Check, checkIdempotencyKey, queryCheckOf } from './validate.ts'
import { waitsOf } from './waits.ts'

type Binding = {
  readonly dependencies: Dependencies
  readonly admit: Admit
  readonly arrivals: Arrivals
  readonly identify: Identify
  /** Validate every response against its declaration: a test mode. */
  readonly checkResponses: boolean
}

/**
 * Adds a route for each operation. Its schemas are compiled with its first request: a process that
 * was killed answers the sooner.
 *
 * @throws Error for a repeated id and a repeated route
 */
export function bind(
  router: Router<RequestState>,
  operations: readonly Operation[],
  binding: Binding,
): void {
  const seen = new Set<string>()
  for (const operation of operations) {
    const route = `${operation.method} ${operation.path.replaceAll(/:\w+/g, ':')}`
    if (seen.has(operation.id) || seen.has(route)) {
      throw new Error(`operation ${operation.id} (${route}) is bound twice`)
    }
    seen.add(operation.id).add(route)
    router[operation.method](operation.path, handlerOf(operation, binding))
  }
}

const waits = waitsOf()

function handlerOf(
  operation: Operation,
  binding: Binding,
): (context: RouterContext<RequestState>) => Promise<void> {
  const read = inputReader(operation)
  const { admit, arrivals, identify, dependencies } = binding
  const keeps = operation.headers?.idempotencyKey === 'kept'
  const handle = binding.checkResponses
    ? responseChecker(operation)
    : (call: Call): Promise<unknown> => operation.handle(call)
  const answer = async (context: RouterContext<RequestState>): Promise<void> => {
    await refuseWrites(dependencies, context.method)
    const caller = await identify(context, operation)
    const always = operation.outside?.always
    if (always) requireOutside({ dependencies, ...caller }, always)
    const given = { ...caller, dependencies }
    const { multipart, body: schema } = operation
    const sender = senderOf(context, dependencies.config, caller)
    const work = async (body: Body): Promise<void> => {
      let isAdmitted = false
      const admitted = (): Promise<void> => {
        isAdmitted = true
        return decide(context, body, given)
      }
      const leave = operation.awaitsCaller ? waits.enter(given.platform.id) : () => {}
      try {
        if (leave === undefined) throw new Refusal('RATE_LIMITED', { retryAfterSeconds: 1 })
        await whileAtWork(context.req, () => admit(admitted))
      } finally {
        leave?.()
        if (!isAdmitted) await body.discard?.()
      }
    }
    if (multipart) {
      await arrivals.upload(context.req, sender, async () =>
        work(await besideDeadline(() => readForm(context, multipart, schema, given))),
      )
    } else {
      const reading = (): Promise<Body> => readBody(context, sender.isKnown)
      await work(await besideDeadline(() => arrivals.read(context.req, sender, reading)))
    }
  }
  const decide = async (
    context: RouterContext<RequestState>,
    body: Body,
    given: Caller & { readonly dependencies: Dependencies },
  ): Promise<void> => {
    try {
      const input = await read(context, body, given).catch(async (error) => {
        await body.discard?.()
        throw error
      })
      const call = callOf(operation, context, given, input, dependencies)
      const kept = keeps ? await keptAnswer(call) : undefined
      if (kept !== undefined) await body.discard?.()
      send(context, operation, kept ?? (await handle(call)))
    } catch (error) {
      throw withField(error, [context.params, context.query, body.parsed])
    }
  }
  return (context) => {
    context.state.operation = operation.id
    context.state.lacksKey =
      operation.headers?.idempotencyKey !== undefined && !header(context, 'Idempotency-Key')
    if (operation.security) context.state.security = operation.security
    return withinDeadline(dependencies.config.REQUEST_DEADLINE_MS, () => answer(context))
  }
}

type Input = {
  readonly query: unknown
  readonly body: unknown
  readonly rawBody: string
  readonly file: UploadedFile | undefined
}

/** Reads query, body and key, and reports all that is wrong with them at once. */
function inputReader(
  operation: Operation,
): (
  context: Context,
  body: Body,
  given: Pick<ValidationInput, 'platform' | 'agent' | 'dependencies'>,
) => Promise<Input> {
  const { query: querySchema, body: bodySchema, bodyOptional, headers, validate } = operation
  const { prepare: prepared = (body: unknown) => body } = operation
  const checkQuery = querySchema ? queryCheckOf(querySchema) : nothingWrong
  const checkBody = bodySchema && bodyCheckOf(bodySchema)
  const names = Object.keys(querySchema?.properties ?? {})
  const key = headers?.idempotencyKey
  return async (context, { parsed, raw, file }, given) => {
    const query = querySchema && pick(context.query, names)
    const absent = bodySchema === undefined || (parsed === undefined && bodyOptional)
    // A body that is missing is an empty one: its required fields are named.
    const body = absent ? undefined : prepared(parsed ?? {})
    if (body) await checkBody?.compileInTurns()
    const bodyProblems = body && checkBody ? checkBody(body) : []
    // The body is no longer than its schema allows now.
    const unknown = parsed ? unknownMembers(bodySchema, parsed) : []
    const refusesUnknown = isStrict(header(context, 'Prefer'), given.platform)
    if (refusesUnknown) context.set(PREFERENCE_APPLIED, STRICT)
    else noteIgnored(context, unknown)
    const problems: FieldError[] = [
      ...(key ? checkIdempotencyKey(header(context, 'Idempotency-Key'), key === 'required') : []),
      ...(query ? checkQuery(query) : []),
      ...unknownParameters(context.query, names),
      ...bodyProblems,
      ...(refusesUnknown ? beside(bodyProblems, refusedFields(unknown)) : []),
    ]
    if (body && validate) {
      const isSchemaInvalid = problems.length > 0
      problems.push(
        ...beside(
          problems,
          await validate({
            ...given,
            params: context.params,
            query: context.query,
            body,
            file,
            isSchemaInvalid,
          }),
        ),
      )
    }
    if (problems.length > 0) throw invalidInput(problems)
    return { query, body, rawBody: raw, file }
  }
}

/** Names in the answer, and in the log those that resemble one of ours: others may be anything. */
function noteIgnored(context: Context, unknown: readonly UnknownMember[]): void {
  const ignored = ignoredFields(unknown)
  if (ignored === undefined) return
  context.set(IGNORED_FIELDS, ignored)
  context.state.trace.ignoredFields = ignoredFields(
    unknown.filter(({ meant }) => meant !== undefined),
  )
}

/** Keywords that count the items of a list: each item may have an error of its own beside theirs. */
const counting = new Set(['uniqueItems', 'minItems', 'maxItems'])

/** Errors of `validate` in fields that passed the schemas. */
function beside(found: readonly FieldError[], more: readonly FieldError[]): FieldError[] {
  const hides = (one: FieldError, field: string): boolean =>
    one.field === field ||
    one.field.startsWith(`${field}.`) ||
    (field.startsWith(`${one.field}.`) && !counting.has(one.constraint))
  return more.filter(({ field }) => !found.some((one) => hides(one, field)))
}

const nothingWrong: Check = () => []

const UNKNOWN_PARAMETERS_MAX = 20

/** Parameters that the operation does not have, with the one that is meant. */
export function unknownParameters(query: Context['query'], names: readonly string[]): FieldError[] {
  const unknown = Object.keys(query).filter((name) => !names.includes(name))
  return unknown.slice(0, UNKNOWN_PARAMETERS_MAX).map((name) => {
    refuseBrokenText(name)
    const meant = nearestName(name, names)
    const others = names.length > 0 ? `they are ${names.join(', ')}` : 'it takes none'
    const message = `is no parameter here: ${meant === undefined ? others : `${meant} is meant?`}`
    return { field: shownName(name), constraint: 'additionalProperties', message }
  })
}

/** A copy of the declared parameters: AJV coerces in place. */
export function pick(query: Context['query'], names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const name of names) {
    const value = query[name]
    if (value === undefined) continue
    for (const text of [value].flat()) refuseBrokenText(text, name)
    picked[name] = value
  }
  return picked
}

/** A header, or undefined when it was not sent; one that was sent empty is ''. */
function header(context: Context, name: string): string | undefined {
  const value = context.req.headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : value
}

function callOf(
  operation: Operation,
  context: RouterContext<RequestState>,
  { platform, agent }: Caller,
  input: Input,
  dependencies: Dependencies,
): Call {
  const { headers, id } = operation
  const { state } = context
  // No id holds such text, and no column could be asked for it.
  if (context.path.includes('%') && Object.values(context.params).some(isBrokenText)) {
    throw new Refusal(missingCodeOf(operation))
  }
  return {
    params: context.params,
    query: input.query,
    body: input.body,
    rawBody: input.rawBody,
    file: input.file,
    operation,
    platform,
    agent,
    walletSignature: headers?.walletSignature && header(context, 'Service-Wallet-Signature'),
    requestId: headers?.requestId && header(context, 'Request-Id'),
    idempotencyKey: headers?.idempotencyKey && header(context, 'Idempotency-Key'),
    method: context.method,
    path: context.path,
    url: context.url,
    get address() {
      return addressOf(context, dependencies.config)
    },
    get origin() {
      return publicOrigin(dependencies.config, context.req)
    },
    dependencies,
    get log() {
      return state.log.child({
        requestId: state.requestId,
        operation: id,
        platformId: platform?.id,
        ...(agent && { agentId: agent.id }),
      })
    },
    trace: state.trace,
  }
}

/** Under which code the operation refuses what its path names: the first that it declares. */
function missingCodeOf({ errors: declared }: Operation): ErrorCode {
  return declared.find((code) => errors[code].status === 404) ?? 'REFERENCE_NOT_FOUND'
}

function send(context: Context, operation: Operation, answer: unknown): void {
  const { status, body, headers } =
    answer instanceof Reply ? answer : new Reply(operation.status, answer, {})
  context.status = status
  if (answer instanceof Reply) context.set(headers)
  if (body === undefined || status === 204) {
    context.body = null
    context.status = status
    return
  }
  // Serialized here, not in Koa: a body that can't be serialized becomes an error response.
  context.res.setHeader('Content-Type', 'application/json; charset=utf-8')
  context.body = exactJson(body)
}
