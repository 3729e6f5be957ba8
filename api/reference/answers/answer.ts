/** Examples of answers, by operation and status. One that is not here is put together from its schema. */
export type Answers = Readonly<Record<string, Readonly<Record<number, unknown>>>>
