/** `/mcp`: the tools over Streamable HTTP, for the agent whose token the request carries. */
import type { IncomingMessage } from 'node:http'
import type { AuthInfo } from '@modelcontextprotocol/server'
import { Refusal } from '../../contract/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { BODY_BYTES_MAX } from '../middleware/body.ts'
import type { Identify } from '../middleware/callers.ts'
import type { Admit } from '../middleware/inFlight.ts'
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
  readonly admit: Admit
  /** The whole application: calls of tools go through all of it. */
  readonly dispatch: Dispatch
}

/** Adds `/mcp`; nothing where agents have no operations. */
export function mcpRoutes(router: ApiRouter, mounting: Mounting): void {
  const { dependencies, operations, version, identify, admit, dispatch } = mounting
  const whoAmI = operations.find(({ id }) => id === 'getAgentMe')
  if (whoAmI === undefined) return
  const { config, log } = dependencies
  // The SDK and the tools take a third of a second of CPU: they are made with the first request.
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
    // The calls inside are counted by themselves; one that waits for a person holds no place.
    await admit(async () => {
      await identify(context, whoAmI)
    })
    // After the admission: for a request that is refused it need not be loaded.
    const { isOwnOrigin, handle } = await handler()
    context.respond = false
    if (!isOwnOrigin(context.req, context.res)) return
    const auth = authInfoOf(context, { prefix: `/${version}` })
    await handle(Object.assign(context.req, { auth }), context.res)
    // The SDK sets 500 where a client disconnects before its body is read: in the log that is an error of the client.
    if (context.status === 500 && context.req.readableAborted) context.res.statusCode = 400
  })
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
