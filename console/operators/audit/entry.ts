import { wordsOf } from '../../ui/statuses.ts'

export type Entry = {
  readonly id: string
  readonly at: string
  readonly operator: string
  readonly action: string
  readonly subject: string | null
  readonly platformId: string | null
  readonly requestId: string | null
  readonly details: Readonly<Record<string, unknown>> | null
}

/** `Read item` of `readItem`. */
export function actionWords(action: string): string {
  return wordsOf(action.replaceAll(/([A-Z])/g, '_$1').replaceAll(':', '_'))
}
