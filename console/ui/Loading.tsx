type LoadingProps = {
  /** What is awaited, for screen readers: `Transactions`. */
  readonly what: string
  readonly lines?: number
}

/** Takes the place of text until it is there. Tables have their own (`isLoading`). */
export function Loading({ what, lines = 4 }: LoadingProps) {
  return (
    <div class="loading" role="status" aria-label={`${what} are on their way`}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="bone" />
      ))}
    </div>
  )
}
