/** A name such as `OUTGOING_PAYMENT.FAILED`, which a narrow column may break at its marks. */
export function Breakable({ text }: { readonly text: string }) {
  const parts = text.split(/(?<=[._])/)
  return (
    <>
      {parts.map((part, index) => (
        <span key={part + String(index)}>
          {part}
          <wbr />
        </span>
      ))}
    </>
  )
}
