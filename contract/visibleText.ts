/** Text that people read: something is seen of it, and nothing in it changes how the rest is read. */
import { hasEndlessMarks } from './composedText.ts'

/** Letters and symbols by their class that are drawn as nothing: fillers, and the blank of Braille. */
const BLANKS = /[\u115f\u1160\u3164\uffa0\u2800]/gu
/** Joiners: scripts of India and Persia need them, and emoji that are made of several. */
const JOINERS = /[\u200c\u200d]/gu
/** Of the flags of England, Scotland and Wales, after the black flag; elsewhere they are invisible. */
const FLAGS = /\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu

/** Controls, marks of direction and other invisible formats, breaks of lines, and what is no character. */
const UNWELCOME = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a line can be shown to people as it is. */
export function isVisibleText(text: string): boolean {
  const rest = text.replace(FLAGS, '⚑').replace(JOINERS, '')
  return !UNWELCOME.test(rest) && SEEN.test(rest.replace(BLANKS, '')) && !hasEndlessMarks(rest)
}

/** As `isVisibleText`, for texts of several lines. */
export function isVisibleLines(text: string): boolean {
  return isVisibleText(text.replace(/[\r\n\t]/g, ' '))
}

/** Whether it can be a name: a letter or a digit of some script is in it. */
export function isName(text: string): boolean {
  return isVisibleText(text) && /[\p{L}\p{N}]/u.test(text.replace(BLANKS, ''))
}
