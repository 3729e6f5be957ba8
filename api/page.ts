/** The frame of a page of text: the terms, or why a link leads nowhere. */
import { createHash } from 'node:crypto'
import { contentPolicy } from './contentPolicy.ts'

const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 2rem auto; padding: 0 1.25rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; }`

/** Text and this one style sheet: no script, nothing that is loaded, no frame around it. */
const sources = {
  'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
}
export const textPagePolicy = contentPolicy(sources)
/** Like `textPagePolicy`, with a form that is sent to the page's own address and may redirect to another host. */
export const formPagePolicy = contentPolicy({ ...sources, 'form-action': "'self' https: http:" })

/**
 * @param paragraphs text, not HTML
 * @param button of a form that is sent to the page's own address
 */
export function textPage(title: string, paragraphs: readonly string[], button?: string): string {
  const form =
    button === undefined ? '' : `\n<form method="post"><button>${escaped(button)}</button></form>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>
${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n')}${form}</main></body></html>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}
