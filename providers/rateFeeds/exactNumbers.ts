/** JSON and XML of feeds, with numbers as the text that they are. */
import { RateFeedError } from './source.ts'

/** Strings first: what looks like a number inside one is none. */
const stringsAndNumbers = /"(?:[^"\\]+|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * A JSON object whose numbers are strings, digit for digit as they were sent.
 *
 * @throws RateFeedError for what is no JSON object
 */
export function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    // First as it is: the marks below would make good JSON of what is none.
    JSON.parse(text)
    const marked = text.replaceAll(stringsAndNumbers, (token) =>
      token.startsWith('"') ? token : `"${token}"`,
    )
    const value: unknown = JSON.parse(marked)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error
  }
  throw new RateFeedError('UNREADABLE', 'the answer is no JSON object')
}

/**
 * The day of the ECB's file and its rates for one euro. Not an XML parser: the file is a list of one kind of element,
 * and what declares entities or another document type is refused.
 *
 * @throws RateFeedError
 */
export function dailyRatesOf(xml: string): {
  readonly day: string
  readonly perEuro: ReadonlyMap<string, string>
} {
  const day = /<Cube time=["'](\d{4}-\d{2}-\d{2})["']>/.exec(xml)?.[1]
  if (/<!(DOCTYPE|ENTITY)/i.test(xml) || day === undefined) {
    throw new RateFeedError('UNREADABLE', 'the answer is no file of daily rates')
  }
  const cubes = xml.matchAll(
    /<Cube currency=["']([A-Z]{3})["'] rate=["']([^"'<>]{1,40})["']\s*\/>/g,
  )
  return { day, perEuro: new Map([...cubes].map(([, code = '', rate = '']) => [code, rate])) }
}
