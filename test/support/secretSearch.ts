/** Searching what a stack has stored for what may not be there. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { rowsOf } from '../durability/payments.ts'

/** A secret as text, and as the spellings in which programs keep bytes and texts. */
function spellingsOf(secret: string): string[] {
  const text = Buffer.from(secret)
  const forms = [secret, text.toString('hex'), text.toString('base64').replace(/=+$/, '')]
  if (/^([0-9a-f]{2})+$/.test(secret)) {
    const bytes = Buffer.from(secret, 'hex')
    forms.push(bytes.toString('base64').replace(/=+$/, ''), bytes.toString('latin1'))
  }
  // As a member of JSON text within JSON text.
  forms.push(JSON.stringify(secret).slice(1, -1))
  return [...new Set(forms)]
}

/** Names of what the haystack holds. */
export function foundIn(haystack: Buffer | string, needles: ReadonlyMap<string, string>): string[] {
  const text = typeof haystack === 'string' ? haystack : haystack.toString('latin1')
  return [...needles]
    .filter(([, secret]) => spellingsOf(secret).some((form) => text.includes(form)))
    .map(([name]) => name)
}

/** Every row of every table of a database, as text. */
export async function dumpOf(databaseUrl: string): Promise<string> {
  const tables = await rowsOf<{ name: string }>(
    { databaseUrl },
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await rowsOf<{ row: string }>(
      { databaseUrl },
      `select t::text as row from ${name} t`,
    )
    texts.push(...rows.map(({ row }) => row.replaceAll('""', '"')))
  }
  return texts.join('\n')
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}

/** Empty where the server has removed the file since it was listed: a cache that it writes anew. */
export function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
