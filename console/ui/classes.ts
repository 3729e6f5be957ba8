/** Class names without those that do not apply: `classes('badge', isBad && 'bad')`. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
