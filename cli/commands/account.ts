/** `login`, `logout`, `whoami`. */
import type { Command } from 'commander'
import { createApi } from '../api.ts'
import { Failure } from '../failure.ts'
import {
  findPlace,
  findToken,
  forgetLogin,
  keepLogin,
  type Login,
  loginFile,
  type Place,
  readLogin,
  TOKEN_VARIABLE,
  URL_VARIABLE,
} from '../login.ts'
import { examples } from '../program.ts'
import { type SignedIn, signIn } from '../signIn.ts'
import { action } from '../tools.ts'

/** It begins a session's secret; a token, which does not expire, begins otherwise. */
const SESSION = 'ops_'

type Person = { readonly name: string; readonly role: string }

export function accountCommands(program: Command): void {
  const login = program
    .command('login')
    .description(
      `keep an operator's token (${TOKEN_VARIABLE}, else typed or piped), or a sign-in, for later commands`,
    )
    .option('--browser', 'sign in at the issuer of your company; it lasts twelve hours at most')
    .action(
      action<{ browser?: boolean }>(async ({ options, say }) => {
        const place = findPlace(options.url)
        const { url } = place
        const before = readLogin()
        const { token, ...person } = await (options.browser ? signIn(url) : loggedIn(place))
        keepLogin({ url, token })
        // Where its listener does not answer, the session ends by its age.
        if (before !== undefined) await endSession(before).catch(() => {})
        say(`You are ${person.name} (${person.role}) at ${url}. Kept in ${loginFile()}.`, person)
      }),
    )
  examples(
    login,
    'login --browser --url https://operators.example.com',
    'login --url https://operators.example.com',
    'login < token.txt',
  )
  login.addHelpText(
    'after',
    `\nMachines set ${URL_VARIABLE} and ${TOKEN_VARIABLE} instead; nothing is kept then.`,
  )
  program
    .command('logout')
    .description('end the sign-in that is kept here, or forget the token, which stays valid')
    .action(
      action(async ({ say }) => {
        const kept = readLogin()
        const forgotten = forgetLogin()
        // Forgotten before: it is not kept where the listener does not answer either.
        if (kept !== undefined) await endSession(kept)
        say(forgotten ? 'You are logged out.' : 'No login was kept.')
      }),
    )
  program
    .command('whoami')
    .description('which account acts, and where')
    .action(
      action(async ({ api, url, say }) => {
        const person = await api.get<Person>('/session')
        say(`${person.name} (${person.role}) at ${url}`, { ...person, url })
      }),
    )
}

/** At its listener; an account's token does not end. */
async function endSession({ url, token }: Login): Promise<void> {
  if (token.startsWith(SESSION)) await createApi(url, token).remove('/session')
}

/** By the token of the variable, or one that is given now. */
async function loggedIn(place: Place): Promise<SignedIn> {
  const token = process.env[TOKEN_VARIABLE] ? findToken(place) : await readToken(place.url)
  if (token === '') throw new Failure('USAGE', 'No token was given.')
  return { ...(await createApi(place.url, token).get<Person>('/session')), token }
}

/** Typed without an echo, or piped. */
async function readToken(url: string): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) {
    let piped = ''
    for await (const chunk of stdin) piped += String(chunk)
    return piped.trim()
  }
  stderr.write(`Token for ${url}: `)
  stdin.setRawMode(true)
  try {
    return (await typedLine()).trim()
  } finally {
    stdin.setRawMode(false)
    stderr.write('\n')
    stdin.destroy()
  }
}

/** Raw mode hands over every key: nothing is edited or interrupted by itself. */
async function typedLine(): Promise<string> {
  let line = ''
  for await (const chunk of process.stdin) {
    for (const key of String(chunk)) {
      if (key === '\r' || key === '\n') return line
      // Ctrl-C, Ctrl-D.
      if (key === '\u0003' || key === '\u0004') throw new Failure('NOT_CONFIRMED', 'Not logged in.')
      line = key === '\u007f' || key === '\b' ? line.slice(0, -1) : line + key
    }
  }
  return line
}
