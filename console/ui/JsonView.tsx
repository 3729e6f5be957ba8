import { CopyButton } from './CopyId.tsx'

type JsonViewProps = {
  /** A value, or JSON as text; text that is no JSON is shown as it is. */
  readonly value: unknown
  /** What it is, for screen readers: `Body`. */
  readonly label: string
}

export function JsonView({ value, label }: JsonViewProps) {
  const text = typeof value === 'string' ? indented(value) : JSON.stringify(value, null, 2)
  return (
    <div class="code-block">
      <CopyButton text={text} what={label} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0}>{coloured(text)}</pre>
    </div>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const COLOURED_MAX = 20_000
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?/g

/** Strings, names and numbers as elements; a very long text stays one. */
function coloured(text: string) {
  if (text.length > COLOURED_MAX) return text
  const parts = []
  let end = 0
  for (const found of text.matchAll(token)) {
    const [all, quoted, colon = ''] = found
    parts.push(text.slice(end, found.index))
    const kind = quoted === undefined ? 'json-value' : colon === '' ? 'json-text' : 'json-name'
    parts.push(
      <span key={found.index} class={kind}>
        {quoted ?? all}
      </span>,
      colon,
    )
    end = found.index + all.length
  }
  return [...parts, text.slice(end)]
}
