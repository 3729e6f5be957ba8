/** Where the link of a sandbox liveness challenge leads. The check itself completes without a visit. */
import type { ApiRouter } from './router.ts'

const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Liveness check (sandbox)</title>
<p>This is the sandbox: no identity is checked. The check completes by itself within seconds, and a
webhook reports the result to the platform.</p></html>`

export function livenessPath(challengeId: string): string {
  return `/sandbox/liveness/${challengeId}`
}

export function livenessRoutes(router: ApiRouter): void {
  router.get(livenessPath(':challengeId'), (context) => {
    context.type = 'html'
    context.body = page
  })
}
