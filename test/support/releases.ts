/** Other releases of the service, as a test needs them: our sources with a few lines changed. */
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** All that a bundle of workflows is made of. */
const workflowFolders = ['contract', 'domain', 'workflows'] as const
/** All that the API and worker processes are made of. */
export const processFolders = [
  ...workflowFolders,
  ...['activities', 'api', 'client', 'console', 'db', 'providers', 'runtime', 'worker'],
  ...['package.json', 'tsconfig.json'],
]

/** By file: a text that it holds, and what stands there in the other release. */
export type Changes = Readonly<Record<string, readonly (readonly [string, string])[]>>

/** @returns the folder of its tree, in the run's temporary folder */
export function aRelease(changes: Changes, folders: readonly string[] = workflowFolders): string {
  const folder = mkdtempSync(join(process.env.TEST_DATA_DIR ?? '', 'release-'))
  for (const name of folders) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, replacements] of Object.entries(changes)) {
    const path = join(folder, file)
    const changed = replacements.reduce(
      (text, [from, to]) => {
        if (!text.includes(from)) throw new Error(`${file} does not hold: ${from}`)
        return text.replace(from, to)
      },
      readFileSync(path, 'utf8'),
    )
    writeFileSync(path, changed)
  }
  return folder
}

/** The steps of `SIGN` with one more in front, for runs where `condition` holds. */
function withAnotherStep(condition: string): Changes[string][number] {
  const sign = `      const signed = await signTransfer({ paymentId })\n`
  return [sign, `      if (${condition}) await sleep(1)\n${sign}`]
}

const file = 'workflows/quoteExecution.ts'
const inputs = "import type { QuoteExecutionInput } from './definitions/payments.ts'\n"
const imports = (names: string): Changes[string][number] => [
  '  setHandler,\n',
  `  setHandler,\n  ${names},\n`,
]

/** Another step for all runs, open ones too: what must not be deployed. */
export const unguarded: Changes = { [file]: [imports('sleep'), withAnotherStep('true')] }

/** Another step, for runs that were started for flow 2 and for none other. */
const flow2 = (started: 1 | 2): Changes => ({
  [file]: [
    imports('sleep'),
    [inputs, `import { flowOf } from './flows.ts'\n${inputs}`],
    withAnotherStep('flowOf(input) >= 2'),
  ],
  'workflows/definitions/payments.ts': [
    [
      "  name: 'quoteExecution',\n",
      `  name: 'quoteExecution',\n  flow: { known: [1, 2], started: ${started} },\n`,
    ],
  ],
})

/** One release learns the flow, the next one starts it. */
export const learnsFlow2 = flow2(1)
export const startsFlow2 = flow2(2)
