/**
 * Numbers of examples that people paste, ours and those of published ones, whose check digits are wrong,
 * whose bank or area does not exist, or which are no chance. The sandbox takes them as they are; a production environment does not.
 * This is the one list of them.
 */
const examples: readonly string[] = [
  // ABA numbers
  '123456789',
  // Of the bank rail's own sandbox, in a range that no Federal Reserve district has
  '790000006',
  '790000019',
  '790000022',
  '790000035',
  '790000048',
  '790000051',
  '790000064',
  // CLABE
  '123456789012345678',
  '012345678901234567',
  // CPF and CNPJ
  '12345678901',
  '12345678900',
  '12345678000195',
  '12345678000199',
  // IBAN
  'DE12345678901234567890',
  'GB29NWBK60161331926819',
  'FI4250001510000023',
  'IT40S0542811101000000123456',
  // EVM addresses, which are digits in a row: in lower case
  '0x1234567890abcdef1234567890abcdef12345678',
  '0xabcdef1234567890abcdef1234567890abcdef12',
  '0x1234567890123456789012345678901234567890',
  // Telephone numbers in areas that are not given out
  '+1234567890',
  '+12345678900',
  '+12345678901',
  '+15550000000',
  '+15551112222',
  '+15551230000',
  '+15551234567',
  '+15551234568',
  '+15555550100',
  '+15555555555',
]

export const sandboxExamples: ReadonlySet<string> = new Set(examples)
