/** What the table of errors says about one code. */
export type Cure = {
  /** Sentences of Markdown, as `cure` is. */
  readonly cause: string
  readonly cure: string
}
