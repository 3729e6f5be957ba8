/** Texts as each network takes them. */
import { decomposedText } from '../../contract/composedText.ts'

/** Letters that are no letter with an accent. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ẞ: 'SS', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'Th', ı: 'i', '’': "'", '‘': "'" },
  ...{ '“': '"', '”': '"', '–': '-', '—': '-' },
}

/** Printable ASCII: accents are left out, and what has no such letter becomes a point. */
export function asciiOf(text: string, lengthMax: number): string {
  const apart = decomposedText(text.replaceAll(/[^\x20-\x7e]/gu, (one) => letters[one] ?? one))
  return cut(apart.replaceAll(/\p{M}/gu, '').replaceAll(/[^\x20-\x7e]/gu, '.'), lengthMax)
}

/** RTP and FedNow take western letters. */
export function latinOf(text: string, lengthMax: number): string {
  return cut(
    text.replaceAll(/[^\x20-\x7e\xa0-\xff]/gu, (one) => asciiOf(one, 4) || '.'),
    lengthMax,
  )
}

/** Fedwire takes less than ASCII. */
export function wireOf(text: string, lengthMax: number): string {
  const taken = /[^A-Za-z0-9 .?!,;:_/@\\&'"+()-]/g
  return cut(asciiOf(text, 10_000).replaceAll(taken, '.'), lengthMax)
}

function cut(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).trim()
}
