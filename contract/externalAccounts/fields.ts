/** Fields that several variants have, each with an example that its schema accepts. */
export type Property = Readonly<Record<string, unknown>>

export function text(minLength: number, maxLength: number, example?: string): Property {
  return { type: 'string', minLength, maxLength, ...(example !== undefined && { example }) }
}

/** Text of a shape; JSON Schema patterns are not anchored by themselves. */
export function pattern(shape: string, example: string): Property {
  return { type: 'string', pattern: `^${shape}$`, example }
}

/** One of a list; a value is an example of itself. */
export function choice(...values: readonly string[]): Property {
  return { type: 'string', enum: values }
}

export const accountNumber = text(1, 34, '000123456789')
export const bankName = (example: string): Property => text(1, 255, example)
export const bankAccountType = choice('CHECKING', 'SAVINGS')
export const provider = (example: string): Property => text(1, 255, example)

export const phoneNumber = (example: string): Property => pattern('\\+[0-9]{6,14}', example)

export const swiftCode = (example: string): Property =>
  pattern('[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?', example)

/** An IBAN of any country. */
export const anyIban = pattern('[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}', 'DE89370400440532013000')
