/**
 * Something the person at the keyboard can put right. The message is one line, says what to do and
 * holds no secret; `npm start` prints it and nothing else.
 */
export class SetUpError extends Error {}

/** One line for any failure: the first line of its message, or its code when it has none. */
export function oneLine(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return oneLine(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : error.name
  return error.message.split('\n', 1)[0]?.trim() || code
}
