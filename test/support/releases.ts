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
const imports = (names: string): Changes[string][number] => [
  '  setHandler,\n',
  `  setHandler,\n  ${names},\n`,
]

/** Another step for all runs, open ones too: what must not be deployed. */
export const unguarded: Changes = { [file]: [imports('sleep'), withAnotherStep('true')] }

/** Another step, for runs that were started for flow 3 and for none other. */
const flow3 = (started: 1 | 3): Changes => ({
  [file]: [imports('sleep'), withAnotherStep('flowOf(input) >= 3')],
  'workflows/flows.ts': [
    [
      'quoteExecution: { known: [1, 2], started: 1 }',
      `quoteExecution: { known: [1, 2, 3], started: ${started} }`,
    ],
  ],
})

/** One release learns the flow, the next one starts it. */
export const learnsFlow3 = flow3(1)
export const startsFlow3 = flow3(3)

/** The workflows of the release before: they know flow 1 alone. */
export const knowsFlow1: Changes = {
  [file]: [['const settles = flowOf(input) >= 2\n', 'const settles = false\n']],
  'workflows/flows.ts': [
    ['quoteExecution: { known: [1, 2], started: 1 }', 'quoteExecution: { known: [1], started: 1 }'],
  ],
}

/** Its activities: the payout books nothing. */
export const payoutBooksNothing: Changes = {
  'activities/payments/payout.ts': [
    ['async payOut(order: PayoutOrder)', 'async payOut({ settles: _, ...order }: PayoutOrder)'],
    ['{ paymentId, settles } = order\n', '{ paymentId, settles } = order as PayoutOrder\n'],
  ],
}

/** Another step before the payout, for open runs too, by a patch. */
const patchedPayout = (learned: string): Changes => ({
  [file]: [
    imports('patched,\n  sleep as pause'),
    [
      '      return payOut(settles',
      "      if (patched('another-step')) await pause(1)\n      return payOut(settles",
    ],
  ],
  'workflows/patches.ts': [['readonly string[] = [', `readonly string[] = [${learned}`]],
})

/** The release before the one that has learned to show that a payment needs a person. */
export const knowsNoNeed: Changes = {
  'workflows/operatorDecisions.ts': [
    [
      'setHandler(needsOperatorSignal, ',
      'void ((..._: unknown[]) => undefined)(needsOperatorSignal, ',
    ],
  ],
}

export const learnsPatch = patchedPayout("'another-step', ")
export const usesPatch = patchedPayout('')

/** Changes of several kinds in one release; each file's in the order in which they are given. */
export function together(...all: readonly Changes[]): Changes {
  const merged: Record<string, (readonly [string, string])[]> = {}
  for (const changes of all) {
    for (const [name, replacements] of Object.entries(changes)) {
      merged[name] = [...(merged[name] ?? []), ...replacements]
    }
  }
  return merged
}
