/**
 * The log: JSON lines on standard output. Fields with one of the names below are redacted at any
 * depth. (Pino's own redaction of three levels costs 68 µs a line here; this one 1 µs.)
 */
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { countingRepeated } from './repeatedWarnings.ts'

const CUT = '[cut]'
const DEPTH_MAX = 6
const ITEMS_MAX = 50

/** Secrets, stamps, bundles, bodies and personal data; compared without case, `-` and `_`. */
const redactedNames = new Set(
  `authorization cookie password secret clientsecret secrethash token accesstoken idtoken oidctoken
  refreshtoken apikey privatekey sessionprivatekey signingkey codeckeys recordkeys mnemonic
  encryptedsessionsigningkey encryptedwalletcredentials credentialbundle exportbundle
  stamp xstamp signature walletsignature servicewalletsignature assertion attestation
  otp otpcode encryptedotpbundle otpencryptiontargetbundle payloadtosign bundle
  body rawbody payload sql query parameters values
  email phonenumber fullname firstname lastname birthdate nationality address identifier
  identitynumber taxid beneficiary accountinfo accountnumber routingnumber iban swiftcode ipaddress`.split(
    /\s+/,
  ),
)

/**
 * The logger of a process. Bindings and messages are written as they are: put no data there.
 *
 * @param destination default: standard output, in batches
 */
export function createLogger(
  level: Config['LOG_LEVEL'],
  processName: string,
  destination?: DestinationStream,
  repeatedWindowMs?: number,
): Logger {
  const options = {
    level,
    base: { process: processName },
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) => redacted(fields, 0) as Record<string, unknown>,
    },
    hooks: { logMethod: countingRepeated(repeatedWindowMs) },
    // `redacted` has dealt with errors before serializers run.
    serializers: { err: (error: unknown) => error },
  }
  return pino(options, destination ?? batchedOutput())
}

/** What is not written yet is written at this size, and after this time. */
const BATCH_CHARACTERS = 8_192
const BATCH_MS = 50
/** Pino's number of the level `warn`. */
const WARN = 40

/**
 * Standard output, a batch of lines a call: a call for each line cost a live card decision an eighth of its
 * CPU. Warnings and errors are written at once, all the rest at the latest when the process exits; a process
 * that is killed loses the lines of the last moment.
 */
function batchedOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true })
  let batch = ''
  let due: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(due)
    due = undefined
    if (batch === '') return
    const text = batch
    batch = ''
    output.write(text)
  }
  process.once('exit', flush)
  const stream = {
    // With this, pino sets the level of each line before it writes it.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      batch += line
      if (stream.lastLevel >= WARN || batch.length >= BATCH_CHARACTERS) flush()
      else due ??= setTimeout(flush, BATCH_MS).unref()
    },
  }
  return stream
}

function redacted(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth >= DEPTH_MAX || ArrayBuffer.isView(value)) return CUT
  if (value instanceof Error) return errorFields(value, depth)
  if (Array.isArray(value)) {
    return value.slice(0, ITEMS_MAX).map((item) => redacted(item, depth + 1))
  }
  const copy: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) {
    copy[key] = isRedacted(key) ? CUT : redacted(item, depth + 1)
  }
  return copy
}

const NAMES_REMEMBERED_MAX = 1_000
const redactionByName = new Map<string, boolean>()

function isRedacted(name: string): boolean {
  const known = redactionByName.get(name)
  if (known !== undefined) return known
  const result = redactedNames.has(name.toLowerCase().replaceAll(/[-_]/g, ''))
  if (redactionByName.size < NAMES_REMEMBERED_MAX) redactionByName.set(name, result)
  return result
}

/** Only fields without data: database clients attach statements and values to their errors. */
function errorFields(error: Error, depth: number): Record<string, unknown> {
  const { code, constraint, table, original } = error as Error & Record<string, unknown>
  const cause = error.cause ?? original
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    ...(typeof table === 'string' && { table }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: error.stack,
    ...(cause !== undefined && { cause: redacted(cause, depth + 1) }),
  }
}
