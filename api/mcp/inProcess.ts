/** Requests of tools, answered by this process's own application: every step that HTTP takes. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import inject from 'light-my-request'
import type { ApiRequest, CallApi } from './request.ts'

export type Dispatch = (request: IncomingMessage, response: ServerResponse) => unknown

export type Sender = {
  /** The version prefix of every path. */
  readonly prefix: string
  readonly authorization: string
  /** `X-Request-Id` of the request that carries the call. */
  readonly requestId: string
  /** `Host` of that request. */
  readonly host: string
  /** The caller's address, as failed authentications are counted by. */
  readonly address: string
}

/** Sends as the agent whose request it is; in the log both have the same request id. */
export function inProcess(dispatch: Dispatch, sender: Sender): CallApi {
  return async ({ method, path, body, headers }: ApiRequest) => {
    const answer = await inject(dispatch, {
      method: method as 'GET',
      url: `${sender.prefix}${path}`,
      remoteAddress: sender.address,
      headers: {
        ...headers,
        host: sender.host,
        authorization: sender.authorization,
        'x-request-id': sender.requestId,
      },
      ...(body !== undefined && { payload: body }),
    })
    return {
      status: answer.statusCode,
      body: answer.payload === '' ? undefined : JSON.parse(answer.payload),
      isReplay: answer.headers['idempotent-replayed'] === 'true',
    }
  }
}
