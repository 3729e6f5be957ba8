/** What a person has written: its lines as they are; a long one scrolls. */
export function LongText({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <p class="text" tabIndex={0}>
      {text}
    </p>
  )
}
