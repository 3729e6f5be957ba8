/** What the patterns of our schemas ask for, in words: a caller reads these, not a regular expression. */
const words: Readonly<Record<string, string>> = {
  // Numbers of accounts, banks and branches.
  '^[0-9]+$': 'digits alone',
  '^[0-9]{3}$': '3 digits',
  '^\\d{4}$': '4 digits',
  '^[0-9]{5}$': '5 digits',
  '^[0-9]{6}$': '6 digits',
  '^[0-9]{8}$': '8 digits',
  '^[0-9]{9}$': '9 digits',
  '^[0-9]{10}$': '10 digits',
  '^[0-9]{18}$': '18 digits',
  '^\\d{2,6}$': '2 to 6 digits',
  '^[0-9]{7,12}$': '7 to 12 digits',
  '^[0-9]{8,16}$': '8 to 16 digits',
  '^[0-9]{9,13}$': '9 to 13 digits',
  '^[0-9]{9,18}$': '9 to 18 digits',
  '^([0-9A-Z]{12}[0-9]{2}|[0-9]{11,14})$':
    '11 to 14 digits, or 12 capital letters and digits followed by 2 digits, without dots or dashes',
  '^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$':
    'a SWIFT code (BIC) of 8 or 11 capital letters and digits, for example DEUTDEFF',
  '^[A-Z]{4}0[A-Z0-9]{6}$':
    'an IFSC: 4 capital letters, a zero, and 6 capital letters or digits, for example HDFC0001234',
  '^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$':
    'an IBAN without blanks, for example DE89370400440532013000',
  '^DK[0-9]{16}$': 'an IBAN without blanks: DK and 16 digits',
  '^IL[0-9]{21}$': 'an IBAN without blanks: IL and 21 digits',
  '^AE[0-9]{21}$': 'an IBAN without blanks: AE and 21 digits',
  '^EG[0-9]{27}$': 'an IBAN without blanks: EG and 27 digits',
  '^TR[0-9]{2}[0-9A-Z]{22}$':
    'an IBAN without blanks: TR, 2 digits, and 22 digits or capital letters',
  '^PK[0-9]{2}[A-Z]{4}[0-9]{16}$':
    'an IBAN without blanks: PK, 2 digits, 4 capital letters and 16 digits',
  '^[a-zA-Z0-9.\\-_]+@[a-zA-Z0-9]+$': 'a UPI address, for example ada@okbank',
  '^[a-zA-Z0-9._+\\-]+@[a-zA-Z0-9.\\-]+\\.[a-zA-Z0-9\\-]{2,}$':
    'a Lightning address, for example ada@example.com',
  '^(?:ln|LN)[0-9a-zA-Z]+$': 'a Lightning invoice, which begins with ln',
  '^lno1[0-9a-z]+$': 'a BOLT 12 offer, which begins with lno1',
  '^0x[0-9a-fA-F]{40}$': 'an address of 0x and 40 hexadecimal digits',
  '^\\S+$': 'text without blanks',
  '\\S': 'text that is not blank',
  // People and places.
  '^\\+[0-9]{6,14}$': 'an international number: + and 6 to 14 digits, without blanks or dashes',
  '^\\+[1-9]\\d{1,14}$': 'an international number: + and 2 to 15 digits, without blanks or dashes',
  '^\\+62[0-9]{9,12}$': 'an Indonesian number: +62 and 9 to 12 digits',
  '^\\+250[0-9]{9}$': 'a Rwandan number: +250 and 9 digits',
  '^\\+254[0-9]{9}$': 'a Kenyan number: +254 and 9 digits',
  '^\\+255[0-9]{9}$': 'a Tanzanian number: +255 and 9 digits',
  '^\\+260[0-9]{9}$': 'a Zambian number: +260 and 9 digits',
  '^\\+?[1-9]\\d{0,2}$': 'the country’s calling code: 1 to 3 digits, for example 44',
  '^\\d{1,14}$': 'digits alone, without the country’s calling code',
  '^[A-Z]{2}$': 'an ISO 3166-1 alpha-2 country code: 2 capital letters',
  '^\\$[A-Za-z0-9_.+-]{1,63}@[A-Za-z0-9.-]{1,190}$': 'a UMA address, for example $ada@example.com',
  '^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$':
    'the name of a domain, for example pay.example.com',
  '^https://': 'an address that begins with https://',
  // Texts.
  '^[^\\p{Cc}]*$': 'text without control characters',
  '^[^\\u0000]*$': 'text without U+0000',
  '^[\\x20-\\x7e]*$': 'text of printable ASCII characters',
  '^[!-~]+$': 'printable ASCII characters without blanks',
  '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$':
    'text without control characters and without marks of a direction',
  '^[A-Z][A-Z0-9_]*$': 'a name in capital letters, for example FEDNOW',
  '^[A-Za-z][A-Za-z0-9]{1,19}$': 'a letter and 1 to 19 letters or digits',
  // Keys, proofs and durations.
  '^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$':
    'a public key of P-256 in hexadecimal: 66 digits that begin with 02 or 03, or 130 that begin with 04',
  '^[A-Za-z0-9_-]+=*$': 'base64url',
  '^[A-Za-z0-9+/_=-]+$': 'base64 or base64url',
  '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$': 'a UUID',
  '^P(?=[0-9T])([0-9]{1,3}W)?([0-9]{1,3}D)?(T(?=[0-9])([0-9]{1,5}H)?([0-9]{1,6}M)?([0-9]{1,8}S)?)?$':
    'an ISO 8601 duration of weeks, days, hours, minutes and seconds, for example P7D or PT90M',
}

/** To be read after `must be`; undefined for a pattern that has no words. */
export function patternInWords(pattern: string): string | undefined {
  return Object.hasOwn(words, pattern) ? words[pattern] : undefined
}

/** Every pattern that has words. */
export const wordedPatterns: readonly string[] = Object.keys(words)
