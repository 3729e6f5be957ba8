/** The device's package as one script, as an app's bundler makes it. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('../../client/device', import.meta.url))

/** Minified; its members are those of `device`. */
export async function deviceBundle(entry = 'index.ts', absWorkingDir = folder): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'device',
    target: 'es2020',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}
