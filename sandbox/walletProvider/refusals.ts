import { Refusal } from '../http.ts'

/** gRPC numbers that the provider's errors carry. */
export const grpc = {
  invalidArgument: 3,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  internal: 13,
  unauthenticated: 16,
} as const

/** The body of an answer that is broken on the provider's side. */
export const brokenBody = { code: grpc.internal, message: 'internal error', details: [] }

export function invalid(message: string): Refusal {
  return new Refusal(400, message, { code: grpc.invalidArgument, details: [] })
}

export function notFound(message: string): Refusal {
  return new Refusal(404, message, { code: grpc.notFound, details: [] })
}

export function forbidden(message: string): Refusal {
  return new Refusal(403, message, { code: grpc.permissionDenied, details: [] })
}

/** A maximum that waiting does not lower. */
export function tooMany(message: string): Refusal {
  return new Refusal(429, message, { code: grpc.resourceExhausted, details: [] })
}

export function unauthenticated(message: string, turnkeyErrorCode: string): Refusal {
  return new Refusal(401, message, {
    code: grpc.unauthenticated,
    details: [{ '@type': 'type.googleapis.com/errors.v1.TurnkeyErrorDetail', turnkeyErrorCode }],
  })
}
