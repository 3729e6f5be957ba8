/** What an answer holds: JSON, or undefined if it has none. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  return isJson && text !== '' ? JSON.parse(text) : undefined
}
