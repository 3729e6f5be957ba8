/**
 * What V8 has compiled of a program, kept for its next starts: compiling the thousand files of its packages is most
 * of what a start costs. From version 22 on Node keeps it itself; for an older one it is kept here, in a file for
 * each program.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { Script } from 'node:vm'

/** The compiled code of a file, and the hash of the source that it was made of: V8 compares no more than lengths. */
type Kept = { readonly hash: string; readonly code: Uint8Array }
type Compiled = { readonly hash: string; readonly script: Script }

/** With members that the types of the oldest Node that we support do not have. */
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
 * Takes the code of what is loaded from now on from a folder. Where none is there, or what is there does not fit
 * (of another Node, of other files), the process leaves it at its end; where the folder cannot be written, the
 * next start compiles again.
 *
 * @param program its file: each program has what it loads in a file of its own
 * @param folder from the program's
 */
export function keepCode(program: string, folder: string): void {
  const cache = join(dirname(program), folder)
  if (modules.enableCompileCache) modules.enableCompileCache(cache)
  // Node maps traces of errors to our sources only in what it compiles itself.
  else if (!process.sourceMapsEnabled)
    keepInFile(join(cache, `${basename(dirname(program))}-${basename(program)}.v8`))
}

function keepInFile(path: string): void {
  const kept = readKept(path)
  const compiled = new Map<string, Compiled>()
  const compileNow = modules.prototype._compile
  modules.prototype._compile = function compile(source, file, format) {
    const hash = createHash(HASH).update(source).digest('base64')
    const found = kept.get(file)
    const script =
      canBeKept(source, format) && scriptOf(source, file, found?.hash === hash && found)
    if (!script) return compileNow.call(this, source, file, format)
    if (script.cachedDataRejected !== false && (found || kept.size === 0)) {
      compiled.set(file, { hash, script })
    }
    const run: (...given: unknown[]) => unknown = script.runInThisContext()
    return run.call(this.exports, this.exports, createRequire(file), this, file, dirname(file))
  }
  process.on('exit', () => {
    if (compiled.size > 0) writeKept(path, kept, compiled)
  })
}

/** ES modules, files that begin with `#!`, and those with `import()`, which fails in code of ours, are left to Node. */
function canBeKept(source: string, format: string | undefined): boolean {
  return format !== 'module' && !source.startsWith('#!') && !/\bimport\s*\(/.test(source)
}

/** Undefined where it cannot be compiled: Node's own error says more. */
function scriptOf(source: string, filename: string, found: Kept | false): Script | undefined {
  try {
    return new Script(Module.wrap(source), { filename, ...(found && { cachedData: found.code }) })
  } catch {
    return undefined
  }
}

/** Nothing where the file is missing or damaged. */
function readKept(path: string): Map<string, Kept> {
  try {
    const file = readFileSync(path)
    const content = file.subarray(HASH_BYTES)
    if (!digestOf(content).equals(file.subarray(0, HASH_BYTES))) return new Map()
    return deserialize(content)
  } catch {
    return new Map()
  }
}

function writeKept(path: string, kept: Map<string, Kept>, compiled: Map<string, Compiled>): void {
  const all = new Map(kept)
  for (const [file, { hash, script }] of compiled)
    all.set(file, { hash, code: script.createCachedData() })
  const content = serialize(all)
  const made = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(made, Buffer.concat([digestOf(content), content]))
    renameSync(made, path)
  } catch {
    // A program in an image may not write there.
  }
}

function digestOf(content: Uint8Array): Buffer {
  return createHash(HASH).update(content).digest()
}
