/** Telephone numbers that can exist, by their calling codes and national plans. */
import { expect, test } from 'vitest'
import { phoneNumberProblem } from '../../contract/phoneNumber.ts'

const problemOf = (number: string): string | undefined => phoneNumberProblem(number, 'PRODUCTION')

test.each([
  '+14155550100',
  '+442071838750',
  '+491701234567',
  '+33612345678',
  '+353851234567',
  '+390612345678',
  '+2250712345678',
  '+2290197123456',
  '+37744123456',
  '+38344123456',
  '+77011234567',
  '+8613812345678',
  '+923001234567',
  '+5511987654321',
  '+881612345678',
])('%s can exist', (number) => expect(problemOf(number)).toBeUndefined())

test.each([
  ['no calling code', '+9991234567'],
  ['no calling code', '+2101234567'],
  ['no calling code', '+2851234567'],
  ['no calling code', '+9691234567'],
  // Whoever is called pays for it.
  ['no calling code', '+97912345678'],
  ['an area', '+15551234567'],
  ['an area', '+10155550100'],
  ['an area', '+19115550100'],
  ['an area', '+14150550100'],
  ['10 digits', '+1415555010'],
  ['10 digits', '+141555501001'],
  ['no 0', '+440718387501'],
  ['no 0', '+490701234567'],
  ['9 digits', '+3361234567'],
  ['10 digits', '+1'],
  ['9 digits', '+33'],
  ['no calling code', '+0415555010'],
])('with %s: %s cannot', (what, number) => expect(problemOf(number)).toContain(what))

test('what has another shape is left to the schema, which says so once', () => {
  for (const text of ['0123', '+1 415', '', '+1234567890123456']) {
    expect(problemOf(text)).toBeUndefined()
  }
})

test('numbers of published examples pass in the sandbox alone', () => {
  expect(phoneNumberProblem('+15551234567', 'SANDBOX')).toBeUndefined()
  expect(phoneNumberProblem('+15557654321', 'SANDBOX')).toContain('an area')
})
