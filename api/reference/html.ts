/** Pages of prose as HTML, in one frame with the reference. */
import { guides } from './guides.ts'

/** Anchors as GitHub makes them, so that links between documents hold in both places. */
export function anchorOfHeading(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/<[^>]*>|[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

const WIDE = '<div class="wide" tabindex="0" role="group" aria-label="Table">'

/** `cross-currency-transfers` of `Cross-Currency Transfers`. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

/** A page. @param markdown of this project: its text is trusted, and still nothing in it runs */
export async function proseHtml(title: string, markdown: string, path: string): Promise<string> {
  // Loaded when a page is asked for: most processes serve none.
  const { Marked } = await import('marked')
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const shown = this.parser.parseInline(tokens)
        // A code is an anchor as it is written.
        const id = /^[A-Z][A-Z0-9_]+$/.test(text) ? text : anchorOfHeading(text)
        const link =
          depth === 1
            ? ''
            : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
        return `<h${depth} id="${id}">${shown}${link}</h${depth}>\n`
      },
      // A table that is too wide scrolls by itself, by keyboard too.
      table({ header, rows }) {
        const row = (cells: typeof header, tag: string, attributes = ''): string => {
          const shown = cells.map(({ tokens }) => this.parser.parseInline(tokens))
          return `<tr>${shown.map((text) => `<${tag}${attributes}>${text}</${tag}>`).join('')}</tr>`
        }
        const isHeaded = header.some(({ text }) => text !== '')
        const head = isHeaded ? `<thead>${row(header, 'th', ' scope="col"')}</thead>` : ''
        const body = rows.map((cells) => row(cells, 'td')).join('')
        return `${WIDE}<table>${head}<tbody>${body}</tbody></table></div>\n`
      },
      code({ text, lang = '' }) {
        return `<pre tabindex="0" role="group" aria-label="Code${lang && `, ${lang}`}"><code>${escaped(text)}</code></pre>\n`
      },
    },
  })
  return frame(title, await marked.parse(markdown), path)
}

/** The list of all pages, and of the groups of operations as text. */
export function indexHtml(groups: readonly string[]): string {
  const list = (part: string): string =>
    guides
      .filter((guide) => guide.part === part)
      .map(
        ({ slug, title, about }) =>
          `<li><a href="/docs/guides/${slug}">${escaped(title)}</a> <span>${escaped(about)}</span></li>`,
      )
      .join('\n')
  const content = `<h1>Guides</h1>
<h2>Basics</h2><ul class="pages">${list('Basics')}
<li><a href="/docs/errors">Errors</a> <span>Every code with its cause and its cure.</span></li></ul>
<h2>Tasks</h2><ul class="pages">${list('Tasks')}</ul>
<h2>Operations as Markdown</h2><ul class="pages">${groups
    .map((name) => `<li><a href="/docs/operations/${slugOf(name)}.md">${escaped(name)}</a></li>`)
    .join('\n')}
<li><a href="/docs/webhook-events.md">Webhook events</a></li></ul>`
  return frame('Guides', content, '/docs/guides')
}

function frame(title: string, content: string, path: string): string {
  const link = (href: string, text: string): string =>
    `<li><a href="${href}"${href === path ? ' aria-current="page"' : ''}>${escaped(text)}</a></li>`
  const part = (name: string): string =>
    guides
      .filter((guide) => guide.part === name)
      .map(({ slug, title: text }) => link(`/docs/guides/${slug}`, text))
      .join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Embedded-wallet payments</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/guides.css">
<script src="/docs/theme.js"></script>
</head>
<body>
<a class="skip" href="#content">To the text</a>
<header>
<a class="name" href="/docs">Embedded-wallet payments</a>
<nav aria-label="Parts"><ul>
<li><a href="/docs">Reference</a></li>
<li><a href="/docs/guides">Guides</a></li>
<li><a href="/docs/errors">Errors</a></li>
</ul></nav>
<button type="button" id="theme" aria-pressed="false">Dark</button>
</header>
<div class="columns">
<nav class="pages-nav" aria-label="Pages">
<h2>Basics</h2><ul>${part('Basics')}${link('/docs/errors', 'Errors')}</ul>
<h2>Tasks</h2><ul>${part('Tasks')}</ul>
</nav>
<main id="content">
${content}
${path === '/docs/guides' ? '' : `<p class="source"><a href="${path}.md">This page as Markdown</a></p>`}
</main>
</div>
</body>
</html>
`
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
