/** Which service a command talks to, and as whom. */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Failure } from './failure.ts'

/** For machines, which do not log in. */
export const URL_VARIABLE = 'PAYMENTS_OPERATORS_URL'
export const TOKEN_VARIABLE = 'PAYMENTS_OPERATOR_TOKEN'

export type Login = { readonly url: string; readonly token: string }

/** Where `payments login` keeps it (mode 0600): a token, or the secret of a session. */
export function loginFile(env: NodeJS.ProcessEnv = process.env): string {
  const base = env.XDG_CONFIG_HOME || join(homedir(), '.config')
  return join(base, 'payments', 'operator.json')
}

/** The kept login, if there is one. @throws Failure when the file is no login */
export function readLogin(env: NodeJS.ProcessEnv = process.env): Login | undefined {
  const path = loginFile(env)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  try {
    const { url, token } = JSON.parse(text) as Partial<Login>
    if (typeof url === 'string' && typeof token === 'string') return { url, token }
  } catch {
    // As below.
  }
  throw new Failure('USAGE', `${path} is no login: remove it, and log in again.`)
}

/** Keeps a login, for this user alone. */
export function keepLogin(login: Login, env: NodeJS.ProcessEnv = process.env): void {
  const path = loginFile(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const made = `${path}.new`
  rmSync(made, { force: true })
  writeFileSync(made, `${JSON.stringify(login)}\n`, { mode: 0o600 })
  // A umask takes permissions away, and never adds one.
  chmodSync(made, 0o600)
  renameSync(made, path)
}

/** False: there was none. */
export function forgetLogin(env: NodeJS.ProcessEnv = process.env): boolean {
  if (readLogin(env) === undefined) return false
  rmSync(loginFile(env))
  return true
}

export type Place = {
  readonly url: string
  /** It was typed, or is in the variable: no file has chosen it. */
  readonly isGiven: boolean
}

/**
 * The address of the operators' listener: `--url`, the variable, the kept login's, or the stack's that runs in
 * DATA_DIR.
 *
 * @throws Failure when none is known, or a token would go there in clear text
 */
export function findPlace(given: string | undefined, env: NodeJS.ProcessEnv = process.env): Place {
  const typed = given ?? (env[URL_VARIABLE] || undefined)
  if (typed !== undefined) return { url: originOf(typed), isGiven: true }
  const kept = readLogin(env)?.url
  if (kept !== undefined) return { url: originOf(kept), isGiven: false }
  const ofStack = urlOfStack(env)
  if (ofStack === undefined) {
    throw new Failure('USAGE', `Which service? Log in (payments login), or set ${URL_VARIABLE}.`)
  }
  const url = originOf(ofStack)
  if (isHere(url)) return { url, isGiven: false }
  // A folder that came from elsewhere may hold such a file.
  throw new Failure(
    'USAGE',
    `${url} is no address of this machine: say --url ${url} if it is meant.`,
  )
}

/**
 * The token for an address. The kept one is sent to the address alone that it was kept for; the variable's to one alone
 * that was given with it.
 */
export function findToken({ url, isGiven }: Place, env: NodeJS.ProcessEnv = process.env): string {
  const given = env[TOKEN_VARIABLE]
  if (given && isGiven) return given
  if (given) {
    throw new Failure(
      'USAGE',
      `${TOKEN_VARIABLE} is sent to an address that is given with it alone: set ${URL_VARIABLE}.`,
    )
  }
  const login = readLogin(env)
  if (login !== undefined && originOf(login.url) === url) return login.token
  const why = login === undefined ? 'You are not logged in.' : `You are logged in to ${login.url}.`
  throw new Failure('NO_PERMISSION', `${why} Log in to ${url}: payments login --url ${url}`)
}

/** @throws Failure for what is no https address, and no address of this machine */
function originOf(text: string): string {
  if (!URL.canParse(text)) throw new Failure('USAGE', `${text} is no address.`)
  const url = new URL(text)
  // Names below it lead to this machine, whatever a name server says of them.
  if (url.hostname.endsWith('.localhost')) url.hostname = '127.0.0.1'
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isHere(url.origin)))
    return url.origin
  throw new Failure('USAGE', `${text} is no https address: a token goes there.`)
}

function isHere(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

/** `DATA_DIR/stack.json` names it while a stack runs or after it ran. */
function urlOfStack(env: NodeJS.ProcessEnv): string | undefined {
  try {
    const path = join(resolve(env.DATA_DIR || '.data'), 'stack.json')
    const { OPERATOR_URL: url } = JSON.parse(readFileSync(path, 'utf8')) as {
      OPERATOR_URL?: string
    }
    return url
  } catch {
    return undefined
  }
}
