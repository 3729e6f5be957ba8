/** `client/backend/schema.ts`, which is made of these sources and not kept with them. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { GENERATED, readSources } from '../imports/graph.ts'

const root = new URL('../../', import.meta.url)
const file = fileURLToPath(new URL(GENERATED, root))

/** Writes it where it is not there, or is of other sources than these. */
export async function writeSchemaFile(): Promise<void> {
  const heading = `// Written by \`npm run tool -- types\` from the document, of the sources ${hashOfSources()}.\n`
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(heading)) return
  // Loaded here: it takes seconds.
  const { schemaText } = await import('./schemaText.ts')
  const written = `${file}.${process.pid}`
  writeFileSync(written, `${heading}${await schemaText()}`)
  renameSync(written, file)
}

/** Of all that the document may be made of, and the versions of the packages that make the types. */
function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const [name, source] of readSources()) {
    if (!/^(client|console|examples|sandbox)\//.test(name))
      hash.update(`\n${name}\n`).update(source)
  }
  return hash.update(readFileSync(new URL('package-lock.json', root))).digest('hex')
}
