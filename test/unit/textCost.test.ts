/** What reads a text of others reads it in proportion to its length, whatever the text is. */
import { expect, test } from 'vitest'
import { fileNameOf } from '../../api/documents/fileName.ts'
import { operations } from '../../api/operations.ts'
import { startingWith } from '../../api/startingWith.ts'
import { composedText, decomposedText, hasEndlessMarks } from '../../contract/composedText.ts'
import { typedDeviceCode } from '../../contract/deviceCode.ts'
import { isEmailAddress } from '../../contract/emailAddress.ts'
import { isId } from '../../contract/ids.ts'
import { excessIn } from '../../contract/jsonText.ts'
import { nearestName } from '../../contract/nearest.ts'
import { isBrokenText } from '../../contract/storable.ts'
import { isUmaAddress } from '../../contract/umaAddress.ts'
import { isName, isVisibleLines, isVisibleText } from '../../contract/visibleText.ts'
import { webhookEndpointProblem } from '../../contract/webhooks.ts'
import { isIban } from '../../domain/addresses/banks/iban.ts'
import { isCnpj, isCpf, isPixKey } from '../../domain/addresses/banks/numbers.ts'
import { lightningAddressProblem } from '../../domain/addresses/lightning/address.ts'
import { inOneForm } from '../../domain/addresses/oneForm.ts'
import { recoveryCodeHash } from '../../domain/sca/recoveryCodes.ts'
import { mayBeSameHolder } from '../../domain/stablecoins/holders.ts'
import { identifierProblem } from '../../domain/verification/identifiers.ts'
import { namesOf } from '../../domain/verification/names.ts'
import { requireBase64url, unpadded } from '../../domain/wallet/passkey/encoding.ts'
import { parseStamp } from '../../domain/wallet/stamp/index.ts'
import { leastCpuOf } from '../support/cpu.ts'

type Reader = (text: string) => unknown

const readers: Readonly<Record<string, Reader>> = {
  ...{ composedText, decomposedText, hasEndlessMarks, typedDeviceCode, isEmailAddress, isId },
  ...{ excessIn, isBrokenText, isUmaAddress, isName, isVisibleLines, isVisibleText, startingWith },
  ...{ isIban, isCnpj, isCpf, recoveryCodeHash, namesOf, unpadded },
  ...{ requireBase64url, parseStamp },
  isPixKey: (text) => ['EMAIL', 'PHONE', 'CPF'].map((type) => isPixKey(text, type)),
  lightningAddress: (text) => lightningAddressProblem(text, { reachableOnly: true }),
  fileNameOf: (text) => fileNameOf(text, 'application/pdf'),
  nearestName: (text) => nearestName(text, ['customerId']),
  identifierProblem: (text) => ['SSN', 'ITIN'].map((type) => identifierProblem(type, text)),
  mayBeSameHolder: (text) => mayBeSameHolder(text, 'Ada Lovelace'),
  webhookEndpointProblem: (text) => webhookEndpointProblem(`https://${text}.com`, 'PUBLIC'),
  inOneForm: (text) =>
    inOneForm({ accountInfo: { iban: text, bolt12: text, taxId: text, x: text } }),
}

/** What bodies go through before their schema judges them, and some rules beside it. */
const steps = operations.flatMap(({ id, prepare, body }): [string, Reader][] => {
  const members = Object.keys((body as { properties?: object } | undefined)?.properties ?? {})
  if (prepare === undefined) return []
  return [
    [id, (text) => prepare(Object.fromEntries([...members, 'fullName'].map((one) => [one, text])))],
  ]
})
const redirects = operations.find(({ id }) => id === 'createCustomerKycLink')?.validate
const rules: [string, Reader][] = [
  ['redirectUri', (text) => redirects?.({ body: { redirectUri: `https://${text}.com` } } as never)],
]

/** Runs of one sign, of several, and of some that are sorted, with an end that fails what was begun. */
const units = [
  ...[
    '=',
    ' ',
    ',',
    ' ,',
    ', ',
    '-',
    '.',
    '@',
    '/',
    '\\',
    '[',
    ':',
    '+',
    '1',
    'a',
    'a.',
    '"',
    '\\"',
  ],
  ...['\n', '\n ', '\r\n', '\u200d', '\u{1f3f4}\u{e0067}', '\uff9e\u0316', 'e\u0301'],
]
const texts = (length: number): string[] => [
  ...units.flatMap((unit) => {
    const run = unit.repeat(length / unit.length)
    return [run, `${run}!`, `a${run} a`]
  }),
  `a${'\u0301'.repeat(length / 2)}${'\u0316'.repeat(length / 2)}`,
]

/** Below it nothing is learned of how it grows. */
const SMALL_MS = 200
const [SHORT, LONG] = [10_000, 80_000]

test.each([...Object.entries(readers), ...steps, ...rules])(
  '%s takes eight times as long for a text that is eight times as long',
  (_, read) => {
    const longOnes = texts(LONG)
    for (const [index, short] of texts(SHORT).entries()) {
      const long = longOnes[index] ?? ''
      // Once, then more often: only what has grown too much is measured again.
      for (const times of [1, 5]) {
        const cost = leastCpuOf(() => read(long), times)
        if (cost < SMALL_MS || cost < 24 * leastCpuOf(() => read(short), times)) break
        if (times > 1) expect.unreachable(`${JSON.stringify(short.slice(0, 8))} takes ${cost} ms`)
      }
    }
  },
)

test('a text with more marks in a row than any letter has is left alone, and is no text for people', () => {
  const some = `e${'\u0301'.repeat(30)}`
  const endless = `e${'\u0301'.repeat(31)}`
  expect(composedText(some)).toBe(some.normalize('NFC'))
  expect([isVisibleText(some), isName(some)]).toEqual([true, true])
  expect(composedText(endless)).toBe(endless)
  expect([isVisibleText(endless), isName(endless), isVisibleLines(endless)]).toEqual([
    ...[false, false, false],
  ])
  // Marks of two code units, and those that are letters until they are decomposed.
  expect(hasEndlessMarks('\u{1d165}'.repeat(30))).toBe(false)
  expect(hasEndlessMarks('\u{1d165}'.repeat(31))).toBe(true)
  expect(hasEndlessMarks('\uff9e\u0316'.repeat(16))).toBe(true)
})
