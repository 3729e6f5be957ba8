import type { ContentType } from '../../domain/documents/content.ts'

const NAME_CHARACTERS_MAX = 255

const endings: Readonly<Record<ContentType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

/**
 * The name of a file as it is shown: without its folders and without characters that are invisible
 * or change the direction of text. It is nowhere a path.
 */
export function fileNameOf(name: string, type: ContentType): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const visible = last.replaceAll(/[\p{C}\p{Zl}\p{Zp}\uFFFD]/gu, '').trim()
  const shown = [...visible].slice(0, NAME_CHARACTERS_MAX).join('')
  return /^\.*$/.test(shown) ? `document.${endings[type]}` : shown
}
