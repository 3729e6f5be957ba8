import { useState } from 'preact/hooks'
import { type ApiRequest, curlOf } from '../lib/request.ts'
import { Button } from './Button.tsx'
import { CopyButton } from './CopyId.tsx'
import { Dialog } from './Dialog.tsx'

type CurlProps = {
  /** A function: of what a form has when the button is pressed. */
  readonly request: ApiRequest | (() => ApiRequest | undefined)
}

type CurlButtonProps = CurlProps & {
  /** What of several requests it is. */
  readonly label?: string
}

/** A small button that shows the request as curl. Beside every action, and on every list. */
export function Curl({ request, label = 'as curl' }: CurlButtonProps) {
  const [shown, setShown] = useState<ApiRequest>()
  return (
    <>
      <Button
        kind="aside"
        isSmall
        onPress={() => setShown(typeof request === 'function' ? request() : request)}
      >
        {label}
      </Button>
      {shown !== undefined && (
        <Dialog title="The same request in a terminal" isWide onClose={() => setShown(undefined)}>
          <CurlText request={typeof request === 'function' ? shown : request} />
          <p class="soft">
            <code>API_URL</code>, <code>CLIENT_ID</code> and <code>CLIENT_SECRET</code> are
            variables of your shell: no secret is in what you copy.
          </p>
        </Dialog>
      )}
    </>
  )
}

/** The command itself, with a button that copies it. */
export function CurlText({ request }: { readonly request: ApiRequest }) {
  return <CodeText text={curlOf(request)} what="the command" />
}

type CodeTextProps = {
  readonly text: string
  /** What is copied, in words: `the command`. */
  readonly what: string
}

/** Text of a fixed width, with a button that copies it. */
export function CodeText({ text, what }: CodeTextProps) {
  return (
    <div class="code-block">
      <CopyButton text={text} what={what} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  )
}
