/** The end of every run names its slowest test files: what makes the suite slow is seen at once. */
import type { Reporter, TestModule, Vite, Vitest } from 'vitest/node'

const SHOWN = 10

class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < 2) return
    const timed = modules
      .map((module) => ({ file: module.relativeModuleId, ms: elapsedMs(module) }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, SHOWN)
    const lines = timed.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`)
    console.log(`\n The ${timed.length} slowest files\n${lines.join('\n')}`)
  }
}

/** Loading, tests, and hooks: a stack that is started or waited for. */
function elapsedMs(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return collectDuration + setupDuration + duration
}

/** Beside the reporters that the command line names, whichever they are. */
export function slowestFiles(): Vite.Plugin {
  return {
    name: 'slowest files',
    configureVitest({ vitest }: { vitest: Vitest }) {
      vitest.config.reporters.push(new SlowestFiles())
    },
  }
}
