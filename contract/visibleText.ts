/** Text that people read: something is seen of it, and nothing in it changes how the rest is read. */
import { hasEndlessMarks } from './composedText.ts'

/** Letters and symbols by their class that are drawn as nothing: fillers, and the blank of Braille. */
const BLANKS = /[\u115f\u1160\u3164\uffa0\u2800]/gu
/** Of the flags of England, Scotland and Wales, after the black flag; elsewhere they are invisible. */
const FLAGS = /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu

/**
 * Joiners, one at a time, where they change what is drawn: behind a letter or mark of a script whose letters
 * join (those of India, Arabic, Mongolian), and in emoji that are made of several.
 */
const JOINERS =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?<![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])[\u200c\u200d](?![\u200c\u200d])/gu

/** Selectors of a variant, one at a time, behind what has variants (Unicode's standardized and ideographic ones). */
const VARIANTS = [
  // Text or picture
  /(?<=\p{Emoji})[\ufe0e\ufe0f]/gu,
  /(?<=[\p{sc=Han}\p{sc=Myanmar}\p{sc=Phags_Pa}\p{sc=Manichaean}\p{S}\p{P}0])[\ufe00-\ufe0d]/gu,
  /(?<=\p{sc=Han})[\u{e0100}-\u{e01ef}]/gu,
  /(?<=\p{sc=Mongolian})[\u180b-\u180d\u180f]/gu,
] as const

/**
 * Controls, breaks of lines, what is no character, and whatever is drawn as nothing by its own definition:
 * marks of direction, joiners and selectors in other places.
 */
const UNWELCOME = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}]/u
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a line can be shown to people as it is. */
export function isVisibleText(text: string): boolean {
  // Joiners first: they are judged by what stands before them, which may be a selector.
  const joined = text.replace(FLAGS, '⚑').replace(JOINERS, '')
  const rest = VARIANTS.reduce((left, variant) => left.replace(variant, ''), joined)
  const seen = rest.replace(BLANKS, '')
  return !UNWELCOME.test(seen) && SEEN.test(seen) && !hasEndlessMarks(rest)
}

/** As `isVisibleText`, for texts of several lines. */
export function isVisibleLines(text: string): boolean {
  return isVisibleText(text.replace(/[\r\n\t]/g, ' '))
}

/** Whether it can be a name: a letter or a digit of some script is in it. */
export function isName(text: string): boolean {
  return isVisibleText(text) && /[\p{L}\p{N}]/u.test(text.replace(BLANKS, ''))
}
