/** Fields that several variants have, each with an example that its schema accepts. */
export type Property = Readonly<Record<string, unknown>>

export function text(minLength: number, maxLength: number, example?: string): Property {
  return {
    type: 'string',
    format: 'text',
    minLength,
    maxLength,
    ...(example !== undefined && { example }),
  }
}

/** Text of a shape; JSON Schema patterns are not anchored by themselves. */
export function pattern(shape: string, example: string): Property {
  return { type: 'string', pattern: `^${shape}$`, example }
}

/** One of a list; a value is an example of itself. */
export function choice(...values: readonly string[]): Property {
  return { type: 'string', enum: values }
}

const OUTCOME = 'In the sandbox its end decides what becomes of payments.'

/**
 * The number of an account at a bank.
 *
 * @param what it consists of, as a sentence without its full stop
 */
export function numberOf(shape: string, example: string, what: string): Property {
  return { ...pattern(shape, example), description: `${what}. ${OUTCOME}` }
}

const CHECKED = 'Its check digits are verified in production.'

/** An IBAN of one country, which has one length. */
export function ibanOf(country: string, rest: string, example: string): Property {
  const description = `IBAN: ${example.length} characters, \`${country}\` first, without spaces. ${CHECKED}`
  return { ...pattern(`${country}${rest}`, example), description }
}

export const accountNumber: Property = {
  ...text(1, 34, '000123456789'),
  description: `As the bank writes it, without spaces. ${OUTCOME}`,
}
export const bankName = (example: string): Property => ({
  ...text(1, 255, example),
  description: 'The bank, exactly as `GET /discoveries` names it where it lists the country.',
})
export const bankAccountType: Property = {
  ...choice('CHECKING', 'SAVINGS'),
  description: 'What kind of account it is: CHECKING is the usual one.',
}
export const provider = (example: string): Property => ({
  ...text(1, 255, example),
  description: 'The company that keeps the mobile-money account of the number.',
})

/** Of a mobile-money account: what the number of a bank account is elsewhere. */
export const MOBILE_NUMBER = `Number of the mobile-money account: \`+\`, prefix of the country, digits. ${OUTCOME}`
export const phoneNumber = (example: string): Property => ({
  ...pattern('\\+[0-9]{6,14}', example),
  description: MOBILE_NUMBER,
})

export const swiftCode = (example: string): Property => ({
  ...pattern('[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?', example),
  description: 'BIC of the bank: 8 characters, or 11 with its branch, in upper case.',
})

/** An IBAN of any country. */
export const anyIban: Property = {
  ...pattern('[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}', 'DE89370400440532013000'),
  description: `IBAN of any country, without spaces. ${CHECKED}`,
}
