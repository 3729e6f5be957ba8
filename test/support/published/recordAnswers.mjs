/**
 * Loaded before a process of ours while the published interface is checked: whatever its API answers is
 * appended to a file of this process in RECORDED_BODIES_DIR, a line for each answer.
 */
import { appendFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const VERSIONED = /^\/\d{4}-\d\d-\d\d\//

if (isMainThread) {
  const file = join(process.env.RECORDED_BODIES_DIR, `answers-${process.pid}-${Date.now()}.jsonl`)
  const { end } = ServerResponse.prototype
  ServerResponse.prototype.end = function recorded(chunk, ...rest) {
    const { method, url = '' } = this.req
    const isJson = String(this.getHeader('content-type')).startsWith('application/json')
    if (isJson && VERSIONED.test(url) && chunk) {
      const answer = { method, url: url.replace(VERSIONED, '/'), status: this.statusCode }
      // At once: the process may be killed by its test.
      appendFileSync(file, `${JSON.stringify({ ...answer, body: String(chunk) })}\n`)
    }
    return end.call(this, chunk, ...rest)
  }
}
