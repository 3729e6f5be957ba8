/** The program `payments`: what operators type. Everything that decides is a call of the operators' API; `admin` is what works without one. */
import { Argument, Command, CommanderError } from 'commander'
import { adminCommands } from './admin/index.ts'
import { accountCommands } from './commands/account.ts'
import { decisionCommands, decisionListCommands } from './commands/decisions.ts'
import { inboxCommands } from './commands/inbox.ts'
import { operatorCommands } from './commands/operators.ts'
import { payoutCommands } from './commands/payouts.ts'
import { platformCommands } from './commands/platforms.ts'
import { readingCommands } from './commands/reading.ts'
import { completionScript, type Shell, shells } from './completion.ts'
import { exitCodes, Failure } from './failure.ts'
import { lines } from './output.ts'
import { examples } from './program.ts'

/** All commands; `run` executes one. */
export function paymentsProgram(): Command {
  const program = new Command('payments')
    .description('Operators: what needs a person, and what they decide about it.')
    .option(
      '--url <address>',
      "of the operators' listener; the kept login's, or the running stack's",
    )
    .option('--json', 'print the answer for programs')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .showHelpAfterError('(--help says what is taken.)')
  accountCommands(program)
  inboxCommands(program)
  decisionListCommands(program)
  decisionCommands(program)
  payoutCommands(program)
  platformCommands(program)
  operatorCommands(program)
  readingCommands(program)
  adminCommands(program)
  program
    .command('completion')
    .description('print the completion of a shell: source <(payments completion bash)')
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: Shell) => {
      process.stdout.write(completionScript(program, shell))
    })
  examples(
    program,
    'login',
    'inbox list',
    'inbox show Transaction:0199…',
    'payment refund Transaction:0199…',
  )
  const codes = Object.entries(exitCodes).map(
    ([name, code]) => `${code} ${name.toLowerCase().replaceAll('_', ' ')}`,
  )
  program.addHelpText('after', `\nExit codes: 0 done, ${codes.join(', ')}.`)
  return program
}

/** Runs what was typed. @returns the exit code */
export async function run(typed: readonly string[]): Promise<number> {
  try {
    await paymentsProgram().parseAsync(typed, { from: 'user' })
    return 0
  } catch (error) {
    // It has printed what is wrong, or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.USAGE
    const [line = ''] = String((error as Error).message || error).split('\n')
    process.stderr.write(`${lines(line)}\n`)
    return error instanceof Failure ? error.exitCode : exitCodes.FAILED
  }
}
