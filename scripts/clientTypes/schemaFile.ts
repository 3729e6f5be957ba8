/** What clients know of the document, which is made of these sources and not kept with them. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { GENERATED, GENERATED_PYTHON, readSources } from '../imports/graph.ts'

const root = new URL('../../', import.meta.url)

/** Writes them where they are not there, or are of other sources than these. */
export async function writeSchemaFile(): Promise<void> {
  const heading = `Written by \`npm run tool -- types\` from the document, of the sources ${hashOfSources()}.\n`
  // Loaded here: they take seconds.
  await writeMade(GENERATED, `// ${heading}`, async () =>
    (await import('./schemaText.ts')).schemaText(),
  )
  await writeMade(GENERATED_PYTHON, `# ${heading}`, async () =>
    (await import('./pythonText.ts')).pythonText(),
  )
}

async function writeMade(
  path: string,
  heading: string,
  make: () => Promise<string>,
): Promise<void> {
  const file = fileURLToPath(new URL(path, root))
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(heading)) return
  const written = `${file}.${process.pid}`
  writeFileSync(written, `${heading}${await make()}`)
  renameSync(written, file)
}

/** A hash of all that the document may be made of, and of the versions of the packages that make the types. */
function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const [name, source] of readSources()) {
    if (!/^(client|console|examples|sandbox)\//.test(name))
      hash.update(`\n${name}\n`).update(source)
  }
  return hash.update(readFileSync(new URL('package-lock.json', root))).digest('hex')
}
