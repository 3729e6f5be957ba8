/** The compiler, as a platform's own project runs it. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

/** What it says of the programs in a folder; nothing where they are right. @param project the folder's `tsconfig.json` */
export function compilerOutput(folder: string, project: object): string {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
  const { stdout, stderr } = spawnSync(process.execPath, [program, '-p', '.'], {
    ...{ cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  })
  return stdout + stderr
}
