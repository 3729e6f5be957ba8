/**
 * How every operator command runs: `--help` prints the comment at the head of the command's file, which
 * says what it does, what it takes and, in a paragraph `Settings: ...`, what it needs of the environment;
 * nothing else is done then. A command reads its arguments with `parseArgs` before it does anything, which
 * refuses unknown ones.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const OF_A_STACK = 'A setting that is not given is taken from the stack that runs in DATA_DIR.'

/** One clear line and exit code 1 when it can't do its work. */
export async function command(run: () => Promise<void>): Promise<void> {
  try {
    if (isHelpWanted(process.argv.slice(2))) process.stdout.write(helpOf(process.argv[1] ?? ''))
    else await run()
  } catch (error) {
    process.stderr.write(`${lineOf(error)}\n`)
    process.exitCode = 1
  }
}

/**
 * One command of several: `npm run demo -- card`. Each is a file, which runs as if it had been typed.
 *
 * @param files by name, paths from the root
 * @param byDefault the one that is meant without a name
 */
export async function runOneOf(
  files: Readonly<Record<string, string>>,
  byDefault?: string,
): Promise<void> {
  const [program = '', script = '', ...typed] = process.argv
  const [first = '', ...rest] = typed
  if (['--help', '-h'].includes(first)) {
    process.stdout.write(helpOf(script))
    return
  }
  const isNamed = Object.hasOwn(files, first)
  const name = isNamed ? first : byDefault
  const file = name === undefined ? undefined : files[name]
  if (file === undefined || (!isNamed && first !== '' && !first.startsWith('-'))) {
    process.stderr.write(`It is one of ${Object.keys(files).join(', ')}; not ${first || 'none'}.\n`)
    process.exitCode = 1
    return
  }
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url))
  process.argv = [program, path, ...(isNamed ? rest : typed)]
  await import(pathToFileURL(path).href)
}

/** What follows `--` is data. */
function isHelpWanted(given: readonly string[]): boolean {
  const end = given.indexOf('--')
  const options = end === -1 ? given : given.slice(0, end)
  return options.includes('--help') || options.includes('-h')
}

/** The first comment of a source file, as text. @throws Error when it has none */
export function helpOf(file: string): string {
  const [, comment] = /^\/\*\*(.*?)\*\//s.exec(readFileSync(file, 'utf8')) ?? []
  if (comment === undefined) throw new Error(`${file} has no comment that could be shown`)
  const text = comment.replaceAll(/^[ \t]*\* ?/gm, '').trim()
  const more = text.includes('Settings:') ? `\n${OF_A_STACK}` : ''
  return `${text}${more}\n`
}

function lineOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error)
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  const [line = ''] = message.split('\n')
  return code.startsWith('ERR_PARSE_ARGS') ? `${line} (--help says what is taken)` : line
}
