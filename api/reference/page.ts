/**
 * The page of the reference: a kept library's, out of files of ours. Its styles are made as it runs, so its
 * policy permits inline styles; scripts are files of ours, and there is no `eval`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const common = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]

/** Of the reference: inline styles, and icons that are data. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  ...common,
].join('; ')

/** Of everything else: no inline script or style, nothing from another origin, no frame around it. */
export const prosePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  ...common,
].join('; ')

export const referenceHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Embedded-wallet payments: reference</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/reference.css">
<link rel="preload" href="/openapi.json" as="fetch" crossorigin>
</head>
<body>
<noscript>This page needs scripts; <a href="/docs.md">the same as text</a>, <a href="/docs/guides">the guides</a>.</noscript>
<div id="reference"></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`

const assets = new URL('assets/', import.meta.url)

/** A file beside this one. */
export function asset(name: string): string {
  return readFileSync(new URL(name, assets), 'utf8')
}

const library = new URL(
  '../../node_modules/@scalar/api-reference/dist/browser/standalone.js',
  import.meta.url,
)

/** Whether the library is there: an installation without packages for development lacks it. */
export function hasLibrary(): boolean {
  return existsSync(library)
}

/** The library's script, compressed once: it is most of what the page loads. */
export function libraryScript(): { readonly plain: Buffer; readonly gzipped: Buffer } {
  const plain = readFileSync(library)
  return { plain, gzipped: gzipSync(plain) }
}
