/**
 * V8 code cache: compiling the files of its packages is most of a program's start-up time. Node 22 and later has its
 * own cache (`module.enableCompileCache`); for older versions this file keeps one cache file for each program.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { Script } from 'node:vm'

/** Cached code of a file with the hash of its source: V8 itself compares only the source's length. */
type CachedCode = { readonly hash: string; readonly code: Uint8Array }
type Compiled = { readonly hash: string; readonly script: Script }

/** Members that the types of our oldest supported Node version lack. */
type NodeModules = typeof Module & {
  readonly enableCompileCache?: (folder: string) => unknown
  readonly prototype: {
    _compile: (this: Module, source: string, file: string, format?: string) => unknown
  }
}

const modules = Module as NodeModules
const HASH = 'sha256'
const HASH_BYTES = 32

/**
 * Loads compiled code from `folder` for modules loaded from now on. A missing or outdated cache is written when the
 * process exits; if the folder is not writable, the next start compiles again.
 *
 * @param program path of the program; each has its own cache file
 * @param folder relative to the program's folder
 */
export function enableCodeCache(program: string, folder: string): void {
  const cache = join(dirname(program), folder)
  if (modules.enableCompileCache) modules.enableCompileCache(cache)
  // Node maps stack traces to our sources only for code that it compiles itself.
  else if (!process.sourceMapsEnabled)
    cacheInFile(join(cache, `${basename(dirname(program))}-${basename(program)}.v8`))
}

function cacheInFile(path: string): void {
  const kept = readCache(path)
  const compiled = new Map<string, Compiled>()
  const compileUncached = modules.prototype._compile
  modules.prototype._compile = function compile(source, file, format) {
    const hash = createHash(HASH).update(source).digest('base64')
    const found = kept.get(file)
    const script =
      isCacheable(source, format) && scriptOf(source, file, found?.hash === hash && found)
    if (!script) return compileUncached.call(this, source, file, format)
    if (script.cachedDataRejected !== false && (found || kept.size === 0)) {
      compiled.set(file, { hash, script })
    }
    const run: (...given: unknown[]) => unknown = script.runInThisContext()
    return run.call(this.exports, this.exports, createRequire(file), this, file, dirname(file))
  }
  process.on('exit', () => {
    if (compiled.size > 0) writeCache(path, kept, compiled)
  })
}

/** Node itself compiles ES modules, files with a `#!` line, and files with `import()`, which fails in a `vm.Script`. */
function isCacheable(source: string, format: string | undefined): boolean {
  return format !== 'module' && !source.startsWith('#!') && !/\bimport\s*\(/.test(source)
}

/** Undefined on a syntax error: Node then compiles the file itself and reports it better. */
function scriptOf(source: string, filename: string, found: CachedCode | false): Script | undefined {
  try {
    return new Script(Module.wrap(source), { filename, ...(found && { cachedData: found.code }) })
  } catch {
    return undefined
  }
}

/** An empty map if the file is missing or damaged. */
function readCache(path: string): Map<string, CachedCode> {
  try {
    const file = readFileSync(path)
    const content = file.subarray(HASH_BYTES)
    if (!digestOf(content).equals(file.subarray(0, HASH_BYTES))) return new Map()
    return deserialize(content)
  } catch {
    return new Map()
  }
}

function writeCache(
  path: string,
  kept: Map<string, CachedCode>,
  compiled: Map<string, Compiled>,
): void {
  const all = new Map(kept)
  for (const [file, { hash, script }] of compiled)
    all.set(file, { hash, code: script.createCachedData() })
  const content = serialize(all)
  const temporaryPath = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(temporaryPath, Buffer.concat([digestOf(content), content]))
    renameSync(temporaryPath, path)
  } catch {
    // The folder may be read-only, for example in a container image.
  }
}

function digestOf(content: Uint8Array): Buffer {
  return createHash(HASH).update(content).digest()
}
