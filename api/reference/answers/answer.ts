/** Examples of answers, by operation and status; made where those of the schemas' parts do not make a whole. */
export type Answers = Readonly<Record<string, Readonly<Record<number, unknown>>>>
