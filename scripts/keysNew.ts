/**
 * `npm run keys:new`: prints a fresh key for CODEC_KEYS or RECORD_KEYS with its id, as payloads, rows
 * and messages name it. docs/operating.md, "Rotating keys", says where it goes when.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { keyRing } from '../runtime/keyRing.ts'
import { command } from './command.ts'

await command(async () => {
  parseArgs()
  const key = randomBytes(32).toString('hex')
  process.stdout.write(`${key}\n`)
  process.stderr.write(`id ${keyRing('CODEC_KEYS', key).currentId}\n`)
})
