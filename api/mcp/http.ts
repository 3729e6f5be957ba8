/** `/mcp`: the tools over Streamable HTTP, for the agent whose token the request carries. */
import type { IncomingMessage } from 'node:http'
import type { AuthInfo } from '@modelcontextprotocol/server'
import { Refusal } from '../../contract/errors.ts'
import { excessIn, LEVELS_MAX } from '../../contract/jsonText.ts'
import type { Arrivals } from '../arrivals.ts'
import { whileAtWork } from '../connections.ts'
import { withinDeadline } from '../deadline.ts'
import type { Dependencies } from '../dependencies.ts'
import { BODY_BYTES_MAX, readText } from '../middleware/body.ts'
import type { Identify } from '../middleware/callers.ts'
import { senderOf as senderOfRequest } from '../middleware/sender.ts'
import type { Context } from '../middleware/state.ts'
import { once } from '../once.ts'
import type { Operation } from '../operation.ts'
import type { ApiRouter } from '../router.ts'
import { type Dispatch, inProcess, type Sender } from './inProcess.ts'

export type Mounting = {
  readonly dependencies: Pick<Dependencies, 'config' | 'log'>
  readonly operations: readonly Operation[]
  /** Of the interface, as its paths begin. */
  readonly version: string
  readonly identify: Identify
  readonly arrivals: Arrivals
  /** The whole application: calls of tools go through all of it. */
  readonly dispatch: Dispatch
}

/**
 * Adds `/mcp`; nothing where agents have no operations.
 *
 * @returns loads what its first request needs
 */
export function mcpRoutes(router: ApiRouter, mounting: Mounting): () => Promise<void> {
  const { dependencies, operations, version, identify, arrivals, dispatch } = mounting
  const whoAmI = operations.find(({ id }) => id === 'getAgentMe')
  if (whoAmI === undefined) return async () => undefined
  const { config, log } = dependencies
  // The SDK and the tools take a third of a second of CPU: they are made once a process listens.
  const handler = once(async () => {
    const { createHandler } = await import('./handler.ts')
    return createHandler({
      operations,
      version,
      callAs: (authInfo) => inProcess(dispatch, senderOf(authInfo)),
      bodyBytesMax: BODY_BYTES_MAX,
      origins: config.MCP_ORIGINS.split(','),
      log,
    })
  })
  router.all('/mcp', async (context) => {
    context.state.operation = 'mcp'
    context.state.security = 'AGENT'
    if (!isAddressed(context.req)) throw new Refusal('INVALID_REQUEST_FORMAT')
    const caller = await withinDeadline(config.REQUEST_DEADLINE_MS, () => identify(context, whoAmI))
    const { isOwnOrigin, handle } = await handler()
    if (!isOwnOrigin(context.req, context.res)) {
      context.respond = false
      return
    }
    const sender = senderOfRequest(context, config, caller)
    const message = await arrivals
      .read(context.req, sender, () => readText(context))
      .then(messageIn)
      .catch(asRefusedMessage)
    context.respond = false
    if (message instanceof Refusal) return refuseMessage(context, message)
    const auth = authInfoOf(context, { prefix: `/${version}` })
    // The calls inside are counted by themselves; one that waits for a person holds no place.
    await whileAtWork(context.req, () =>
      handle(Object.assign(context.req, { auth }), context.res, message),
    )
    // The SDK sets 500 where a client disconnects before its body is read: in the log that is an error of the client.
    if (context.status === 500 && context.req.readableAborted) context.res.statusCode = 400
  })
  return async () => (await handler()).warm()
}

/** More than any message has: the SDK's own checks of a message take much longer than to parse it. */
const MESSAGE_VALUES_MAX = 1_000

/** An old revision of the protocol (2025-03-26) has batches, and hardly a client that sends them. */
const BATCH_MESSAGES_MAX = 10

/**
 * A message of JSON-RPC, or a batch of them; undefined without one.
 *
 * @throws Refusal for more values or levels than a message of ours has, and for a batch that asks for too much
 */
function messageIn(text: string): unknown {
  if (text.trim() === '') return undefined
  const excess = excessIn(text, MESSAGE_VALUES_MAX)
  if (excess !== undefined) {
    const reason = `The message has more than ${MESSAGE_VALUES_MAX} values, or more than ${LEVELS_MAX} levels.`
    throw new Refusal('INVALID_REQUEST_FORMAT', { reason })
  }
  const message = parsed(text)
  if (Array.isArray(message)) refuseLongBatch(message)
  return message
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('INVALID_REQUEST_FORMAT', { reason: 'Parse error: Invalid JSON' })
  }
}

/** A message of fifty bytes may ask for a list of all tools, which is three thousand times as long. */
function refuseLongBatch(messages: readonly unknown[]): void {
  const lists = messages.filter((message) => {
    const { method } = (message ?? {}) as { readonly method?: unknown }
    return typeof method === 'string' && method.endsWith('/list')
  })
  if (messages.length <= BATCH_MESSAGES_MAX && lists.length <= 1) return
  const reason = `A batch has ${BATCH_MESSAGES_MAX} messages at most, and one of them may ask for a list.`
  throw new Refusal('INVALID_REQUEST_FORMAT', { reason })
}

/** The refusal of a message that cannot be read, is too large or no JSON; other errors are thrown again. */
function asRefusedMessage(error: unknown): Refusal {
  if (error instanceof Refusal && [400, 413, 415].includes(error.status)) return error
  throw error
}

/** As JSON-RPC has it: a parse error, or an invalid request. */
function refuseMessage({ res }: Context, { status, message }: Refusal): void {
  const code = message.startsWith('Parse error') ? -32_700 : -32_600
  res.writeHead(status, { 'Content-Type': 'application/json' })
  res.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }))
}

/** Whether the SDK can make a URL of the target and the Host of a request. */
function isAddressed({ url = '', headers }: IncomingMessage): boolean {
  const { host = '' } = headers
  return url.startsWith('/') && /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`)
}

/** What the tools' requests are sent with; the SDK hands it through. */
function authInfoOf(context: Context, { prefix }: Pick<Sender, 'prefix'>): AuthInfo {
  const sender: Sender = {
    prefix,
    authorization: context.get('Authorization'),
    requestId: context.state.requestId,
    host: context.get('Host'),
    address: context.ip,
  }
  return { token: '', clientId: 'agent', scopes: [], extra: { sender } }
}

function senderOf(authInfo: AuthInfo | undefined): Sender {
  const { sender } = (authInfo?.extra ?? {}) as { sender?: Sender }
  if (sender === undefined) throw new Error('an MCP request without its sender')
  return sender
}
