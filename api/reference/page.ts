/**
 * The page of the reference: a kept library's, out of files of ours. Its styles are made as it runs, so its
 * policy permits inline styles; scripts are files of ours, and there is no `eval`.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

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

/** The page; it names the files of the library by their version, so that they can be kept for ever. */
export const referenceHtml = (): string => `<!doctype html>
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
<script type="module" src="${LIBRARY_PATH}/${libraryVersion()}/${LIBRARY_ENTRY}"></script>
<script type="module" src="/docs/reference.js"></script>
</body>
</html>
`

const assets = new URL('assets/', import.meta.url)

/** A file beside this one. */
export function asset(name: string): string {
  return readFileSync(new URL(name, assets), 'utf8')
}

/** Where the files of the library are served, each below its version. */
export const LIBRARY_PATH = '/docs/scalar'
const LIBRARY_ENTRY = 'standalone.esm.js'

/**
 * The library as modules: what the page shows first is two thirds of it, the rest is loaded if it is ever needed. As
 * one script it takes a browser half a second longer.
 */
const library = new URL('../../node_modules/@scalar/api-reference/dist/browser/', import.meta.url)

/** Whether the library is there: an installation without packages for development lacks it. */
export function hasLibrary(): boolean {
  return existsSync(new URL(LIBRARY_ENTRY, library))
}

let version: string | undefined

/** The version of the library's files, by a hash of the entry alone: it names the others. */
export function libraryVersion(): string {
  version ??= createHash('sha256')
    .update(readFileSync(new URL(LIBRARY_ENTRY, library)))
    .digest('hex')
    .slice(0, 12)
  return version
}

/** @param path `standalone.esm.js`, `chunks/<name>.js`; undefined for anything else */
export function libraryFile(path: string): string | undefined {
  if (!/^(chunks\/)?[\w.-]+\.js$/.test(path)) return undefined
  const file = new URL(path, library)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
