/** The arguments of the API, the worker and the sandbox: none but `--help`; what they need is in settings. */

export type ProcessHelp = {
  /** As in `npm run NAME`. */
  readonly name: string
  readonly about: string
  /** Settings without which it cannot run. */
  readonly required: readonly string[]
}

/** Whose process it is, for people and for the supervisor; it changes nothing. */
const LABEL = /^--stack=/

/**
 * Prints the help of a process, or which argument is unknown, and ends it. Returns where it is to run.
 *
 * @param given the arguments after the program
 */
export function answerArguments(
  given: readonly string[],
  { name, about, required }: ProcessHelp,
): void {
  const first = given.find((argument) => !LABEL.test(argument))
  if (first === undefined) return
  if (first === '--help' || first === '-h') {
    process.stdout.write(
      `npm run ${name}: ${about}\n\nSettings: ${required.join(', ')}.\nAll others have defaults; .env.sample has each of them.\n`,
    )
    process.exit(0)
  }
  process.stderr.write(`${name}: it takes no argument ${first} (--help says what is taken)\n`)
  process.exit(1)
}
