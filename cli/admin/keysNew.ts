import { randomBytes } from 'node:crypto'
import { keyRing } from '../../runtime/keyRing.ts'

const KEY_BYTES = 32

/** Prints a fresh key for CODEC_KEYS or RECORD_KEYS, and beside it its id, as payloads, rows and messages name it. */
export function newKey(): void {
  const key = randomBytes(KEY_BYTES).toString('hex')
  process.stdout.write(`${key}\n`)
  process.stderr.write(`id ${keyRing('CODEC_KEYS', key).currentId}\n`)
}

/** Prints a fresh master key for WEBHOOK_MASTER_KEYS. */
export function newWebhookKey(): void {
  process.stdout.write(`${randomBytes(KEY_BYTES).toString('hex')}\n`)
}
