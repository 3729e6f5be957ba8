/** The error table: each code with its status, causes and cure, and who answers it. */
import { type ErrorCode, errors } from '../../contract/errors.ts'
import { commonErrors, type Operation } from '../operation.ts'
import { cures } from './cures/index.ts'

/** More operations than these are not named one by one. */
const NAMED_MAX = 12

const about = `Every refusal has the same form. \`code\` is stable, \`reason\` is for people and may change, \`details\` depends
on the code; \`details.docUrl\` leads to the code on this page.

\`\`\`json
{
  "code": "INVALID_INPUT",
  "reason": "Invalid: lockedCurrencyAmount",
  "details": {
    "errors": [
      { "field": "lockedCurrencyAmount", "constraint": "exclusiveMinimum", "message": "must be > 0" }
    ],
    "docUrl": "https://api.example.com/docs/errors#INVALID_INPUT"
  },
  "status": 400,
  "message": "Invalid: lockedCurrencyAmount"
}
\`\`\`

A 4xx has changed nothing. What to do after a \`5xx\`, or without an answer, is in
[unknown outcomes](/docs/guides/unknown-outcomes).`

/** The page as Markdown, whose headings are the codes. */
export function errorsText(operations: readonly Operation[]): string {
  const statuses = [...new Set(Object.values(errors).map(({ status }) => status))].sort(
    (a, b) => a - b,
  )
  const sections = statuses.flatMap((status) => [
    `## Status ${status}`,
    ...codes
      .filter((code) => errors[code].status === status)
      .map((code) => entryOf(code, operations)),
  ])
  return ['# Errors', about, ...sections, ''].join('\n\n')
}

const codes = Object.keys(errors) as ErrorCode[]

function entryOf(code: ErrorCode, operations: readonly Operation[]): string {
  const { cause, cure } = cures[code]
  const by = operations.filter(({ errors: own }) => own.includes(code)).map(({ id }) => `\`${id}\``)
  const isCommon = operations.some((operation) => commonErrors(operation).includes(code))
  const who = isCommon
    ? 'Answered by most operations.'
    : by.length === 0
      ? ''
      : by.length > NAMED_MAX
        ? `Answered by ${by.length} operations.`
        : `Answered by ${by.join(', ')}.`
  const lines = [
    `### ${code}`,
    `${errors[code].message}`,
    `**Cause.** ${cause}`,
    `**Cure.** ${cure}`,
  ]
  return [...lines, ...(who === '' ? [] : [who])].join('\n\n')
}
