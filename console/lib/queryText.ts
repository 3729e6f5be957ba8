/** `?status=FAILED&type=A&type=B`; nothing for no value. */
export function queryText(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== '') query.append(name, String(each))
    }
  }
  const text = query.toString().replaceAll('%3A', ':')
  return text === '' ? '' : `?${text}`
}
