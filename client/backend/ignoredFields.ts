/** Members of a body that the service did not understand, as the header `Ignored-Fields` names them. */

/** The service has ignored a member of a request: a misspelling, or a member that it does not know yet. */
export class IgnoredFieldsWarning extends Error {
  /** Method and path of the operation: `POST /customers`. */
  readonly operation: string
  /** Path in dot notation, and the path of the member that may have been meant. */
  readonly fields: readonly { readonly field: string; readonly meant: string | undefined }[]
  /** Finds the request in `GET /requests`. */
  readonly requestId: string | undefined

  constructor(operation: string, header: string, requestId: string | undefined) {
    const fields = fieldsOf(header)
    const named = fields.map(({ field, meant }) =>
      meant ? `${field} (${meant} is meant?)` : field,
    )
    super(`${operation}: not understood, and ignored: ${named.join(', ')}`)
    this.name = 'IgnoredFieldsWarning'
    this.operation = operation
    this.fields = fields
    this.requestId = requestId
  }
}

/** `fullname;meant=fullName, color`; a last entry `...` stands for more. */
function fieldsOf(header: string): IgnoredFieldsWarning['fields'] {
  return header
    .split(', ')
    .filter((entry) => entry !== '...')
    .map((entry) => {
      const [field = '', meant] = entry.split(';meant=')
      return {
        field: decodeURIComponent(field),
        meant: meant === undefined ? undefined : decodeURIComponent(meant),
      }
    })
}

/** Warns of each mistake once: a program makes the same one with every request. */
export function warnOnce(): (warning: IgnoredFieldsWarning) => void {
  const warned = new Set<string>()
  return (warning) => {
    if (warned.has(warning.message) || warned.size >= WARNED_MAX) return
    warned.add(warning.message)
    process.emitWarning(warning)
  }
}

const WARNED_MAX = 1_000
