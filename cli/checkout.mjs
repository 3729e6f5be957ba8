/** `npm run ops -- ...`: `payments` in the checkout. What is compiled is made anew when a source of the commands is newer. */
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const program = join(root, 'dist/cli/main.mjs')

/** `admin` is made of all sources; the build itself looks whether one has changed. */
function mayBeOld() {
  if (process.argv.includes('admin')) return true
  try {
    const builtAt = statSync(program).mtimeMs
    const files = readdirSync(join(root, 'cli'), { recursive: true })
    return files.some((file) => statSync(join(root, 'cli', String(file))).mtimeMs > builtAt)
  } catch {
    return true
  }
}

if (mayBeOld()) {
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], options)
  if (status !== 0) process.exit(status ?? 1)
}
await import(pathToFileURL(program).href)
