/**
 * The body of a successful response: other statuses have been thrown.
 *
 *     const customer = await bodyOf(client.api.POST('/customers', { body }))
 */
export async function bodyOf<Body>(answer: Promise<{ data?: Body }>): Promise<NonNullable<Body>> {
  const { data } = await answer
  if (data === undefined || data === null) throw new TypeError('the response has no body')
  return data
}
