/** What a command works with: the API, what it prints, and whom it asks. */
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { type Api, createApi, type Row } from './api.ts'
import { Failure } from './failure.ts'
import { findPlace, findToken, type Place } from './login.ts'
import { type Column, lines, printed, table } from './output.ts'

/** Options that every command takes. */
export type GlobalOptions = { readonly url?: string; readonly json?: boolean }

/** Options of all commands that change something. */
export type ChangeOptions = { readonly yes?: boolean; readonly reason?: string }

export type Tools<Options = object> = {
  readonly options: Options & GlobalOptions
  readonly url: string
  readonly api: Api
  /** An answer as JSON, or for people: a table of its rows, or its members. */
  show(answer: Row, columns?: readonly Column[], nothing?: string): void
  /** A sentence for people; the answer for programs. */
  say(sentence: string, answer?: unknown): void
  /**
   * Asks whether it is meant, after what it would do was shown. With `--yes` nothing is asked.
   *
   * @throws Failure NOT_CONFIRMED; USAGE without a terminal
   */
  confirm(question: string): Promise<void>
  /** A line that was typed. @throws Failure USAGE without a terminal */
  ask(question: string, missing: string): Promise<string>
}

/** Makes a function of commander's: `act` gets the tools and then the command's arguments. */
export function action<Options = object>(
  act: (tools: Tools<Options>, ...given: string[]) => Promise<void>,
): (...parameters: unknown[]) => Promise<void> {
  return async (...parameters) => {
    const command = parameters.at(-1) as Command
    const given = parameters.slice(0, -2) as string[]
    await act(toolsOf(command.optsWithGlobals()), ...given)
  }
}

function toolsOf<Options>(options: Options & GlobalOptions & ChangeOptions): Tools<Options> {
  const place = (): Place => findPlace(options.url)
  const write = (text: string): void => {
    process.stdout.write(text)
  }
  const json = (answer: unknown): void => write(`${JSON.stringify(answer)}\n`)
  return {
    options,
    get url() {
      return place().url
    },
    get api() {
      const found = place()
      return createApi(found.url, findToken(found))
    },
    show(answer, columns, nothing = 'None.') {
      if (options.json) return json(answer)
      const { data, hasMore } = answer as { data?: readonly Row[]; hasMore?: boolean }
      if (data === undefined) return write(printed(answer))
      write(columns ? table(data, columns, nothing) : printed(answer, nothing))
      if (hasMore) write('... and more.\n')
    },
    say(sentence, answer) {
      if (options.json && answer !== undefined) json(answer)
      else write(`${lines(sentence)}\n`)
    },
    async confirm(question) {
      if (options.yes) return
      const answer = await ask(`${question} [y/N] `, '--yes says so in a script.')
      if (!/^y(es)?$/i.test(answer)) throw new Failure('NOT_CONFIRMED', 'Nothing was done.')
    },
    ask,
  }
}

/** Printed to where errors are: what a command prints may go into a file. */
async function ask(question: string, missing: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Failure('USAGE', `There is no terminal to ask at. ${missing}`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  try {
    return (await Promise.race([terminal.question(lines(question)), ended])).trim()
  } finally {
    terminal.close()
  }
}
