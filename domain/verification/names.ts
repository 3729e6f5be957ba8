import { composedText } from '../../contract/composedText.ts'

/**
 * A full name in the parts that some vendors ask for. Which word is whose is a custom, not a rule: nothing
 * is decided by these parts, and a vendor that takes a full name gets it whole.
 */
export type NameParts = {
  readonly given: string | undefined
  readonly middle: string | undefined
  /** Of one word it is the whole name, as passports have it (ICAO 9303: the primary identifier). */
  readonly family: string | undefined
}

/** Written behind a name, and no part of it. */
const TITLES = /^(jr|sr|junior|senior|i{2,3}|iv|vi{0,3}|phd|md|esq)\.?$/i
/** Particles belong to the word after them. */
const PARTICLES = new Set(
  'al bin bint da dal de degli del della den der di do dos du el ibn la las le los ten ter van von zu y'.split(
    ' ',
  ),
)
/** Family names that stand before the given one, as they are written in Latin letters. */
const FIRST = new Set(
  // Vietnamese
  (
    'nguyễn trần lê phạm huỳnh hoàng phan vũ võ đặng bùi đỗ hồ ngô dương lý nguyen tran pham huynh ' +
    // Korean
    'kim park pak choi choe jung jeong kang cho yoon yun jang lim shin seo kwon hwang ahn song ' +
    // Chinese
    'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo lin he gao luo'
  ).split(' '),
)
/** The commonest of the family names that people of Spanish and Portuguese names have two of. */
const PAIRED = new Set(
  (
    'garcía garcia rodríguez rodriguez gonzález gonzalez fernández fernandez lópez lopez martínez martinez ' +
    'sánchez sanchez pérez perez gómez gomez díaz diaz hernández hernandez muñoz álvarez alvarez jiménez ' +
    'jimenez ruiz moreno romero alonso gutiérrez gutierrez navarro torres domínguez dominguez vázquez ' +
    'vazquez ramos ramírez ramirez serrano blanco molina morales ortega delgado castro ortiz rubio sanz ' +
    'núñez nunez iglesias medina garrido cortés castillo santos guerrero cano mendoza flores rivera reyes ' +
    'vargas rojas silva pereira oliveira souza ferreira costa ribeiro carvalho almeida'
  ).split(' '),
)
/** Chinese family names of two characters. */
const DOUBLE =
  /^(歐陽|欧阳|司馬|司马|諸葛|诸葛|上官|夏侯|東方|东方|皇甫|尉遲|尉迟|公孫|公孙|慕容|令狐)/u

export function namesOf(fullName: string): NameParts {
  const words = wordsOf(fullName)
  const [first = ''] = words
  if (words.length === 0) return { given: undefined, middle: undefined, family: undefined }
  if (words.length === 1) return ofOneWord(first)
  const isFirst = words.length > 2 && FIRST.has(key(first)) && words.slice(1).every(isSyllable)
  const isSpacedScript = /^[\p{sc=Han}\p{sc=Hangul}]+$/u.test(words.join(''))
  if (isFirst || isSpacedScript) {
    return { given: words.slice(1).join(' '), middle: undefined, family: first }
  }
  const familyAt = familyStart(words)
  return {
    given: first,
    middle: familyAt > 1 ? words.slice(1, familyAt).join(' ') : undefined,
    family: words.slice(familyAt).join(' '),
  }
}

/** Without titles; what has no letters belongs to the word before it. */
function wordsOf(fullName: string): string[] {
  const name = withoutSuffix(composedText(fullName).trim())
  const all = name.split(/\s+/).filter(Boolean)
  const words = all.filter((word, index) => index < 2 || !TITLES.test(word))
  const found: string[] = []
  for (const word of words) {
    if (/\p{L}/u.test(word) || found.length === 0) found.push(word)
    else found.push(`${found.pop()} ${word}`)
  }
  return found
}

/** Without a single word behind the last comma. */
function withoutSuffix(name: string): string {
  const at = name.lastIndexOf(',')
  const suffix = name.slice(at + 1).trimStart()
  return at < 0 || suffix === '' || /\s/.test(suffix) ? name : name.slice(0, at).trimEnd()
}

/** Chinese and Korean names have no blank between their parts. */
function ofOneWord(name: string): NameParts {
  const characters = [...name]
  const letters = characters.filter((one) => /\p{L}/u.test(one))
  const isUnspaced = letters.every((one) => /[\p{sc=Han}\p{sc=Hangul}]/u.test(one))
  if (!isUnspaced || letters.length < 2 || letters.length > 4) {
    return { given: undefined, middle: undefined, family: name }
  }
  const at = DOUBLE.test(name) && letters.length > 2 ? 2 : 1
  const [family, given] = [characters.slice(0, at).join(''), characters.slice(at).join('')]
  return { given, middle: undefined, family }
}

/** Where the family name begins: particles and the first of two such names belong to it. */
function familyStart(words: readonly string[]): number {
  let at = words.length - 1
  if (at > 1 && PAIRED.has(key(words[at - 1] ?? ''))) at -= 1
  while (at > 1 && PARTICLES.has(key(words[at - 1] ?? ''))) at -= 1
  return at
}

/** Whether a word may be a syllable of a Vietnamese, Korean or Chinese name: it has few letters. */
function isSyllable(word: string): boolean {
  return [...word].length <= 6
}

function key(word: string): string {
  return composedText(word).toLowerCase()
}
