import { useState } from 'preact/hooks'
import { announce } from '../lib/notices.ts'

type CopyIdProps = {
  readonly id: string
  /** Shows the last characters alone: enough to distinguish two. */
  readonly isShort?: boolean
}

/** An id, or another value, that a press copies. */
export function CopyId({ id, isShort = false }: CopyIdProps) {
  return (
    <span class="copy-id">
      <code class={isShort ? 'short' : undefined} title={isShort ? id : undefined}>
        {isShort ? shortId(id) : <WholeId id={id} />}
      </code>
      <CopyButton text={id} what={isShort ? shortId(id) : id} />
    </span>
  )
}

/** What is longer, as a reference or an address, breaks where it must. */
const UUID_LENGTH = 36

/** An id that goes on in the next line after its type, where it must. */
export function WholeId({ id }: { readonly id: string }) {
  const [, type = '', rest = id] = /^([A-Za-z]+:)(.*)$/.exec(id) ?? []
  return (
    <>
      {type}
      <wbr />
      <span class={rest.length <= UUID_LENGTH ? 'id-rest' : undefined}>{rest}</span>
    </>
  )
}

/** `…3f8c21` of `Transaction:0b6a…3f8c21`. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `…${id.slice(-6)}`
}

type CopyButtonProps = { readonly text: string; readonly what: string }

/** @param what is copied, in words: `Copy {what}` */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce('Copied.')
      setTimeout(() => setCopied(false), 1_500)
    } catch {
      announce('The browser allows no copying here.')
    }
  }
  return (
    <button type="button" class="copy" aria-label={`Copy ${what}`} title="Copy" onClick={copy}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {isCopied ? <path d="M3 8.5l3.2 3.2L13 5" /> : <path d="M6 5.5h7.5v8H6zM3 10.5v-8h7" />}
      </svg>
    </button>
  )
}
