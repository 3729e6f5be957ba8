/** What can be paid and what cannot, by the checks of each field: kinds, each with examples of its own. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58, bech32m, createBase58check } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { sandboxExamples } from '../../contract/externalAccounts/sandboxExamples.ts'
import { type AccountInfo, suffixOf, variants } from '../../contract/externalAccounts.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { evmContracts } from '../../domain/addresses/chains/evmContracts.ts'
import { isEvmAddress } from '../../domain/addresses/chains/index.ts'
import { solanaPrograms } from '../../domain/addresses/chains/solanaPrograms.ts'
import { tronContracts } from '../../domain/addresses/chains/tronContracts.ts'
import { checksOf, fieldChecks } from '../../domain/addresses/fieldChecks.ts'
import { accountIdentity } from '../../domain/addresses/identity.ts'
import { invoiceProblem, readInvoice } from '../../domain/addresses/lightning/invoice.ts'
import { offerProblem, readOffer } from '../../domain/addresses/lightning/offer.ts'
import { inOneForm } from '../../domain/addresses/oneForm.ts'
import { exampleInfo, variantNamed } from '../support/accountBodies.ts'
import {
  clabe,
  evmAddress,
  ibanLike,
  invoice,
  solanaAddress,
  sparkAddress,
  tronAddress,
  withCheckDigits,
} from '../support/sandboxNumbers.ts'

const now = new Date()
const environments = ['SANDBOX', 'PRODUCTION'] as const

/** The fields that are wrong, with what is said about them. */
function problems(
  accountType: string,
  fields: AccountInfo,
  environment: Environment = 'PRODUCTION',
): Record<string, string> {
  const variant = variantNamed(accountType)
  const { accountInfo } = inOneForm({ accountInfo: { accountType, ...fields } }) as {
    accountInfo: AccountInfo
  }
  const found = checksOf(variant).flatMap(([name, check]) => {
    const value = accountInfo[name]
    const given = { variant, info: accountInfo, environment, now }
    const message = typeof value === 'string' ? fieldChecks[check](value, given) : undefined
    return message === undefined ? [] : [[name, message]]
  })
  return Object.fromEntries(found)
}

/** In both environments alike. */
function expectRight(accountType: string, fields: AccountInfo): void {
  for (const environment of environments) {
    expect(problems(accountType, fields, environment), JSON.stringify(fields)).toEqual({})
  }
}
function expectWrong(accountType: string, fields: AccountInfo, name: string): void {
  for (const environment of environments) {
    const found = problems(accountType, fields, environment)
    expect(Object.keys(found), JSON.stringify(fields)).toContain(name)
  }
}

test('the example of every variant passes its own checks, but for an invoice of 2017', () => {
  for (const variant of variants) {
    const found = problems(variant.accountType, exampleInfo(variant))
    expect(found, variant.accountType).toEqual({})
  }
})

describe('wallets that nobody holds the key of', () => {
  test.each([
    '0x0000000000000000000000000000000000000000',
    '0x0000000000000000000000000000000000000009',
    '0x0000000000000000000000000000000000000100',
    '0x000000000000000000000000000000000000dEaD',
    '0xdEAD000000000000000042069420694206942069',
    '0xffffffffffffffffffffffffffffffffffffffff',
    '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
    '0x4200000000000000000000000000000000000006',
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '0xdac17f958d2ee523a2206206994597c13d831ec7',
  ])('EVM %s', (address) => {
    for (const network of ['BASE', 'ETHEREUM', 'POLYGON', 'PLASMA', 'ARBITRUM']) {
      expectWrong(`${network}_WALLET`, { address }, 'address')
    }
  })

  test.each([
    '11111111111111111111111111111111',
    '1nc1nerator11111111111111111111111111111111',
    'SysvarRent111111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'So11111111111111111111111111111111111111112',
  ])('Solana %s', (address) => expectWrong('SOLANA_WALLET', { address }, 'address'))

  test('a Solana address off the curve, as an associated account has', () => {
    // The first byte of a key by chance, until no point has it.
    const rest = sha256(Buffer.from('a key'))
    const off = Array.from({ length: 64 }, (_, index) =>
      base58.encode(Buffer.from([index, ...rest.slice(1)])),
    )
    const found = off.filter((address) => 'address' in problems('SOLANA_WALLET', { address }))
    expect(found.length).toBeGreaterThan(16)
    expect(found.length).toBeLessThan(48)
  })

  test('every address of the lists is spelled with its checksum, once', () => {
    const checksummed = (address: string): string => {
      const lower = address.slice(2).toLowerCase()
      const hash = Buffer.from(keccak_256(Buffer.from(lower))).toString('hex')
      const digits = [...lower].map((digit, index) =>
        Number.parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
      )
      return `0x${digits.join('')}`
    }
    const addresses = evmContracts.map(([address]) => address)
    expect(addresses.filter((address) => address !== checksummed(address))).toEqual([])
    for (const list of [evmContracts, solanaPrograms, tronContracts]) {
      expect(new Set(list.map(([address]) => address.toLowerCase())).size).toBe(list.length)
    }
    const base58check = createBase58check(sha256)
    for (const [address] of tronContracts) expect(base58check.decode(address)[0]).toBe(0x41)
    for (const [address] of solanaPrograms) expect(base58.decode(address).length).toBe(32)
  })

  test('every address of the lists is refused', () => {
    for (const [address] of evmContracts) expectWrong('BASE_WALLET', { address }, 'address')
    for (const [address] of solanaPrograms) expectWrong('SOLANA_WALLET', { address }, 'address')
    for (const [address] of tronContracts) expectWrong('TRON_WALLET', { address }, 'address')
  })

  test.each([
    ['a block of digits again and again', '0x1234512345123451234512345123451234512345'],
    ['a word', '0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef'],
    ['a block that is cut off', '0xabcdefabcdefabcdefabcdefabcdefabcdefabcd'],
    ['all digits in a row', '0x0123456789abcdef0123456789abcdef01234567'],
    ['digits downwards', '0x9876543210987654321098765432109876543210'],
    ['counting', '0x0102030405060708090a0b0c0d0e0f1011121314'],
    ['each digit four times', '0x1111222233334444555566667777888899990000'],
    ['each digit twice', '0xaabbccddeeff00112233445566778899aabbccdd'],
    ['few values', '0x0101020201020101010202020101010202010102'],
    ['zeros in the middle', '0x1234000000000000000000000000000000005678'],
    ['zeros at the end', '0x123456789abc0000000000000000000000000000'],
  ])('EVM and Tron, a pattern: %s', (_, address) => {
    expectWrong('POLYGON_WALLET', { address }, 'address')
    const tron = createBase58check(sha256).encode(Buffer.from(`41${address.slice(2)}`, 'hex'))
    expectWrong('TRON_WALLET', { address: tron }, 'address')
  })

  test('Solana, a pattern on the curve', () => {
    const patterns = [Buffer.alloc(32, 7), Buffer.alloc(32, 'abcd'), Buffer.alloc(32, 'ab')]
    for (const bytes of patterns) {
      expectWrong('SOLANA_WALLET', { address: base58.encode(bytes) }, 'address')
    }
  })

  test('addresses of chance have no pattern', () => {
    for (let count = 0; count < 5_000; count += 1) {
      const address = `0x${randomBytes(20).toString('hex')}`
      expect(problems('BASE_WALLET', { address }), address).toEqual({})
    }
    // Eight zeros in front cost a search of minutes, and somebody has the key.
    expectRight('BASE_WALLET', { address: '0x00000000c7a51b9c2d8fe3640517a8bd2f6e9031' })
  })

  test('0X in front is 0x', () => {
    const address = '0XD8DA6BF26964AF9D7EED9E03E53415D37AA96045'
    expectRight('BASE_WALLET', { address })
    const read = inOneForm({ accountInfo: { accountType: 'BASE_WALLET', address } })
    expect(read).toMatchObject({ accountInfo: { address: `0x${address.slice(2)}` } })
    expect(isEvmAddress(`0x${address.slice(2)}`)).toBe(true)
  })

  test('digits of published examples pass in the sandbox alone', () => {
    const address = '0x1234567890abcdef1234567890abcdef12345678'
    expect(problems('BASE_WALLET', { address }, 'SANDBOX')).toEqual({})
    expect(problems('BASE_WALLET', { address })).toHaveProperty('address')
  })

  test.each([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
    'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  ])('Tron %s', (address) => expectWrong('TRON_WALLET', { address }, 'address'))

  test('addresses of keys pass', () => {
    expectRight('BASE_WALLET', { address: evmAddress() })
    expectRight('SOLANA_WALLET', { address: solanaAddress('112') })
    expectRight('TRON_WALLET', { address: tronAddress() })
    expectRight('SPARK_WALLET', { address: sparkAddress('', 'MAINNET') })
    expect(problems('SPARK_WALLET', { address: sparkAddress() })).toHaveProperty('address')
    expect(problems('SPARK_WALLET', { address: sparkAddress() }, 'SANDBOX')).toEqual({})
  })
})

describe('Spark', () => {
  const address = 'spark1pgss93sy072yrmtad5cy2srwjhq8ekzuw78yhr808jn6htqfh9w8p8h9mfwlv9'
  const respelled = (prefix: string, more: readonly number[] = []): string => {
    const { words } = bech32m.decode(address as `${string}1${string}`, 1023)
    const bytes = Uint8Array.from([...bech32m.fromWords(words), ...more])
    return bech32m.encode(prefix, bech32m.toWords(bytes), 1023)
  }

  test('an invoice is no address', () => {
    expectWrong('SPARK_WALLET', { address: respelled('spark', [0x12, 2, 8, 1]) }, 'address')
  })

  test('one key is one account, however it is spelled', () => {
    const spellings = [address, address.toUpperCase(), respelled('sp')]
    const found = spellings.map((one) => accountIdentity('SPARK_WALLET', { address: one }))
    expect(new Set(found).size).toBe(1)
    expect(accountIdentity('SPARK_WALLET', { address: respelled('sparkrt') })).not.toBe(found[0])
  })
})

describe('Lightning', () => {
  const vectors = JSON.parse(readFileSync('test/vectors/bolt12.json', 'utf8')) as Record<
    'valid' | 'invalid' | 'joined' | 'wronglyJoined',
    string[]
  >

  test('BOLT 12: the vectors of the standard', () => {
    expect(vectors.valid.filter((offer) => readOffer(offer) === undefined)).toEqual([])
    expect(vectors.invalid.filter((offer) => readOffer(offer) !== undefined)).toEqual([])
  })

  test('BOLT 12: parts are joined by plus signs between letters', () => {
    for (const bolt12 of vectors.joined) expectRight('LIGHTNING', { bolt12 })
    for (const bolt12 of vectors.wronglyJoined) expectWrong('LIGHTNING', { bolt12 }, 'bolt12')
  })

  test('BOLT 12: of the main network where money is real, and in its time', () => {
    const testnet = vectors.valid[2] ?? ''
    const until2035 = vectors.valid[8] ?? ''
    expect(offerProblem(testnet, now, { mainnetOnly: true })).toBe('is of a test network')
    expect(offerProblem(testnet, now, { mainnetOnly: false })).toBeUndefined()
    const later = new Date('2035-01-02')
    expect(offerProblem(until2035, now, { mainnetOnly: true })).toBeUndefined()
    expect(offerProblem(until2035, later, { mainnetOnly: true })).toBe('is expired')
  })

  test('BOLT 11: what a payer must refuse', () => {
    const vector = JSON.parse(readFileSync('test/vectors/bolt11.json', 'utf8')) as {
      valid: string[]
      invalid: string[]
    }
    expect(vector.valid.filter((one) => readInvoice(one) === undefined)).toEqual([])
    expect(vector.invalid.filter((one) => readInvoice(one) !== undefined)).toEqual([])
    const zeros = (count: number): number[] => new Array<number>(count).fill(0)
    const wrong = [
      invoice({ more: [[5, [1, ...zeros(20)]]] }),
      invoice({ more: [[1, zeros(52)]] }),
      invoice({ more: [[16, zeros(52)]] }),
      invoice({ more: [[23, zeros(52)]] }),
      invoice({ more: [[19, zeros(53)]] }),
    ]
    expect(wrong.filter((one) => readInvoice(one) !== undefined)).toEqual([])
    expectRight('LIGHTNING', { invoice: invoice() })
    const expired = invoice({ createdAt: new Date(now.getTime() - 60_000), expirySeconds: 20 })
    expect(invoiceProblem(expired, now, { mainnetOnly: true })).toBe('is expired')
    expect(invoiceProblem(invoice({ network: 'tb' }), now, { mainnetOnly: true })).toBe(
      'is of a test network',
    )
  })

  test('BOLT 11: a field of another length than it must have is skipped', () => {
    const zeros = (count: number): number[] => new Array<number>(count).fill(0)
    const paymentHash = new Uint8Array(32).fill(9)
    for (const [type, right] of [
      [1, 52],
      [16, 52],
      [23, 52],
      [19, 53],
    ] as const) {
      for (const length of [0, right - 1, right + 1]) {
        const field = [type, zeros(length)] as const
        const found = [{ before: [field] }, { more: [field] }].map((parts) =>
          readInvoice(invoice({ paymentHash, ...parts })),
        )
        expect(found, `${type}: ${length}`).toEqual(
          [1, 2].map(() => expect.objectContaining({ paymentHash: '09'.repeat(32) })),
        )
      }
    }
    // Nothing is left to pay for, or to prove.
    const short = new Uint8Array(31)
    expect(readInvoice(invoice({ paymentHash: short }))).toBeUndefined()
  })

  test('BOLT 11: private ways are of whole hops', () => {
    const zeros = (count: number): number[] => new Array<number>(count).fill(0)
    for (const words of [82, 164, 245]) {
      const found = readInvoice(
        invoice({
          more: [
            [3, zeros(words)],
            [3, zeros(82)],
          ],
        }),
      )
      expect(found, `${words}`).toBeDefined()
    }
    for (const words of [0, 10, 81, 83, 163]) {
      expect(readInvoice(invoice({ more: [[3, zeros(words)]] })), `${words}`).toBeUndefined()
    }
  })

  test('two texts over one payment hash are one account', () => {
    const paymentHash = new Uint8Array(32).fill(9)
    const found = [invoice({ paymentHash }), invoice({ paymentHash, amount: '50u' })].map((one) =>
      accountIdentity('LIGHTNING', { invoice: one }),
    )
    expect(found[0]).toBe(found[1])
  })

  test.each([
    ['in the future', { createdAt: new Date(now.getTime() + 2 * 3_600_000) }, 'in the future'],
    ['that holds a payment for a year', { more: [[24, [1, 19, 10, 16]]] }, 'for 52560 blocks'],
  ] as const)('BOLT 11 %s', (_, parts, message) => {
    const text = invoice(parts)
    expect(readInvoice(text)).toBeDefined()
    for (const mainnetOnly of [true, false]) {
      expect(invoiceProblem(text, now, { mainnetOnly })).toContain(message)
    }
  })

  test('BOLT 11: clocks differ a little, and two weeks are allowed', () => {
    expectRight('LIGHTNING', {
      invoice: invoice({ createdAt: new Date(now.getTime() + 600_000), more: [[24, [1, 31, 0]]] }),
    })
  })

  test.each([
    'ada@shop.onion',
    'ada@pay.invalid',
    'ada@pay.test',
    'ada@pay.example',
    'ada@pay.localhost',
    'ada@PAY.LOCAL',
  ])('the address %s is one of the sandbox alone', (lightningAddress) => {
    expect(problems('LIGHTNING', { lightningAddress }, 'SANDBOX')).toEqual({})
    expect(problems('LIGHTNING', { lightningAddress })).toHaveProperty('lightningAddress')
  })

  test.each(['ada.lovelace@example.com', 'lightning:ada+tips@pay.example.com', 'ada_1@münchen.de'])(
    'the address %s can be looked up',
    (lightningAddress) => expectRight('LIGHTNING', { lightningAddress }),
  )
  test.each([
    '..@example.com',
    'a..b@example.com',
    '.a@example.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example..com',
    'ada@10.0.0.1',
    `ada@${'a'.repeat(64)}.com`,
  ])('the address %s cannot', (lightningAddress) =>
    expectWrong('LIGHTNING', { lightningAddress }, 'lightningAddress'),
  )
})

/** With the last digit of a CLABE. */
function closed(digits: string): string {
  const sum = [...digits].reduce(
    (all, digit, at) => all + ((Number(digit) * ([3, 7, 1][at % 3] ?? 0)) % 10),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}
const german = (bban: string): string => withCheckDigits('DE', bban)

describe('bank accounts', () => {
  test('SEPA reaches its forty-one countries and Gibraltar, and no other', () => {
    const inside = { AL: 'AL47212110090000000235698741', RS: 'RS35260005601001611379' }
    for (const iban of Object.values(inside)) expectRight('EUR_ACCOUNT', { iban })
    const outside = [
      'AE070331234567890123456',
      'TR330006100519786457841326',
      'IL620108000000099999999',
      'XK051212012345678906',
      'UA213223130000026007233566001',
      'FO6264600001631634',
    ]
    for (const iban of outside) expectWrong('EUR_ACCOUNT', { iban }, 'iban')
  })

  test('check digits count in both environments, but for the listed examples in the sandbox', () => {
    expectWrong('EUR_ACCOUNT', { iban: 'DE89370400440532013001' }, 'iban')
    expectWrong('MXN_ACCOUNT', { clabeNumber: '032180000118359718' }, 'clabeNumber')
    expectRight('MXN_ACCOUNT', { clabeNumber: clabe('002') })
    expectRight('AED_ACCOUNT', { iban: ibanLike('AE070331234567890123456', '002') })
    expect(sandboxExamples.size).toBeGreaterThan(5)
    for (const example of sandboxExamples) {
      expect(problems('MXN_ACCOUNT', { clabeNumber: example }, 'SANDBOX')).toEqual({})
    }
    expect(problems('MXN_ACCOUNT', { clabeNumber: '123456789012345678' })).toHaveProperty(
      'clabeNumber',
    )
  })

  test('the digits by which Italy, San Marino and Finland check an account count too', () => {
    const right = [
      // Of the registry of IBANs, of the Italian example with letters, and of accounts that people have.
      ...['IT60X0542811101000000123456', 'SM86U0322509800000000270100'],
      ...['FI2112345600000785', 'FI3715903000000776', 'FI5689199710000724', 'FI1350001520000081'],
      withCheckDigits('IT', 'M0542811101Z000A01234Q6'),
    ]
    for (const iban of right) expectRight('EUR_ACCOUNT', { iban })
    const wrong = [
      ['IT', 'Y0542811101000000123456'],
      ['IT', 'X0542811101000000123465'],
      ['SM', 'V0322509800000000270100'],
      ['FI', '12345600000786'],
      ['FI', '15903000007076'],
    ].map(([country = '', bban = '']) => withCheckDigits(country, bban))
    for (const iban of wrong) expectWrong('EUR_ACCOUNT', { iban }, 'iban')
    // Published examples with a wrong one.
    for (const iban of ['FI4250001510000023', 'IT40S0542811101000000123456']) {
      expect(problems('EUR_ACCOUNT', { iban }, 'SANDBOX')).toEqual({})
      expect(problems('EUR_ACCOUNT', { iban })).toHaveProperty('iban')
    }
  })

  test.each([
    ['USD_ACCOUNT', 'routingNumber', ['000000000', '999999992', '800000002', '140000007']],
    ['USD_ACCOUNT', 'accountNumber', ['١٢٣٤٥٦', '0000000', '--', 'ABC', '123456789012345678']],
    ['MXN_ACCOUNT', 'clabeNumber', ['000000000000000000', '500180000118359719']],
    // Their check digits are right: no such bank, no such place, an account of zeros.
    [
      'MXN_ACCOUNT',
      'clabeNumber',
      ['003', '199', '603', '799'].map((bank) => closed(`${bank}18000011835971`)),
    ],
    ['MXN_ACCOUNT', 'clabeNumber', [closed('03299900011835971'), closed('03218000000000000')]],
    [
      'EUR_ACCOUNT',
      'iban',
      ['000000000532013000', '037040440532013000', '370400440000000000'].map(german),
    ],
    ['AED_ACCOUNT', 'iban', [withCheckDigits('AE', '0001234567890123456')]],
    ['HKD_ACCOUNT', 'swiftCode', ['HASEHKH1', 'HASEHKH1XXX']],
    ['CAD_ACCOUNT', 'branchCode', ['00000']],
    ['KES_ACCOUNT', 'phoneNumber', ['+254000000000', '+254202345678', '+254912345678']],
    ['UGX_ACCOUNT', 'phoneNumber', ['+256071234567', '+256414123456']],
    ['HTG_ACCOUNT', 'phoneNumber', ['+50922101234']],
    ['COP_ACCOUNT', 'phoneNumber', ['+576012345678']],
    ['GBP_ACCOUNT', 'sortCode', ['000000', '00-00-00']],
    ['CAD_ACCOUNT', 'bankCode', ['000']],
    ['UGX_ACCOUNT', 'phoneNumber', ['+254712345678', '+25677123456']],
    ['HTG_ACCOUNT', 'phoneNumber', ['+14155550100']],
    ['HKD_ACCOUNT', 'swiftCode', ['DEUTDEFF', 'HASEZZHH', 'HASEHKH0']],
    ['BRL_ACCOUNT', 'taxId', ['123456789012', '11144477736', '12ABC34501DE36']],
  ] as const)('%s: %s that cannot be', (accountType, name, values) => {
    for (const value of values) expectWrong(accountType, { [name]: value }, name)
  })

  test('keys of PIX that nobody has', () => {
    const wrong = {
      PHONE: ['+5523987654321', '+5510987654321', '+55119876543'],
      RANDOM: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
      EMAIL: ['ada@example.123', 'ada@-example.com', 'a b@example.com'],
    }
    for (const [pixKeyType, keys] of Object.entries(wrong)) {
      for (const pixKey of keys) expectWrong('BRL_ACCOUNT', { pixKeyType, pixKey }, 'pixKey')
    }
    expectRight('BRL_ACCOUNT', {
      pixKeyType: 'RANDOM',
      pixKey: '123e4567-e89b-12d3-a456-426655440000',
    })
  })

  test('what is as it should be still passes', () => {
    expectRight('USD_ACCOUNT', { accountNumber: '12345678901234567' })
    // A wallet that numbers its accounts under a place of its own, and an institution that is new.
    for (const digits of ['72296900011835971', '64618000011835971', '76018000011835971']) {
      expectRight('MXN_ACCOUNT', { clabeNumber: closed(digits) })
    }
    for (const phoneNumber of ['+254112345678', '+254700000001']) {
      expectRight('KES_ACCOUNT', { phoneNumber })
    }
    expectRight('XOF_ACCOUNT', { region: 'CI', phoneNumber: '+2250712345678' })
    expectWrong('XOF_ACCOUNT', { region: 'SN', phoneNumber: '+221338234567' }, 'phoneNumber')
  })

  test('bank, country and IBAN of SWIFT agree', () => {
    const right = { country: 'GB', swiftCode: 'NWBKGB2L', iban: 'GB82WEST12345698765432' }
    expectRight('SWIFT_ACCOUNT', right)
    expectRight('SWIFT_ACCOUNT', { ...right, country: 'JE', swiftCode: 'NWBKJESX' })
    expectRight('SWIFT_ACCOUNT', {
      country: 'XK',
      swiftCode: 'NCBVXKPR',
      iban: 'XK051212012345678906',
    })
    expectWrong('SWIFT_ACCOUNT', { ...right, country: 'DE' }, 'iban')
    expectWrong('SWIFT_ACCOUNT', { ...right, swiftCode: 'BNPAFRPP' }, 'swiftCode')
    const eur = { iban: 'DE89370400440532013000', swiftCode: 'BNPAFRPP' }
    expectWrong('EUR_ACCOUNT', eur, 'swiftCode')
  })

  test('the head office of a bank is one, with and without XXX', () => {
    const [short, long, branch] = ['DEUTDEFF', 'DEUTDEFFXXX', 'DEUTDEFF500'].map((swiftCode) =>
      accountIdentity('SWIFT_ACCOUNT', { swiftCode, accountNumber: '5512345' }),
    )
    expect(short).toBe(long)
    expect(branch).not.toBe(short)
  })

  test('what is printed with blanks and marks is read', () => {
    const read = (accountType: string, fields: AccountInfo): unknown =>
      (inOneForm({ accountInfo: { accountType, ...fields } }) as { accountInfo: AccountInfo })
        .accountInfo
    expect(read('EUR_ACCOUNT', { iban: 'de89 3704 0044 0532 0130 00' })).toMatchObject({
      iban: 'DE89370400440532013000',
    })
    expect(read('GBP_ACCOUNT', { sortCode: '20-00-00' })).toMatchObject({ sortCode: '200000' })
    for (const iban of [
      ...['IBAN DE89 3704 0044 0532 0130 00', 'iban: DE89370400440532013000'],
      ...['DE89-3704-0044-0532-0130-00', 'IBAN DE89.3704.0044.0532.0130.00'],
    ]) {
      expect(read('EUR_ACCOUNT', { iban })).toMatchObject({ iban: 'DE89370400440532013000' })
      expectRight('EUR_ACCOUNT', { iban })
    }
    expectRight('BRL_ACCOUNT', { taxId: '111.444.777-35' })
    expectRight('BRL_ACCOUNT', { pixKeyType: 'CNPJ', pixKey: '12.ABC.345/01DE-35' })
    expectRight('BRL_ACCOUNT', { pixKeyType: 'PHONE', pixKey: '+55 (11) 98765-4321' })
    expectRight('KES_ACCOUNT', { phoneNumber: '+254 712 345 678' })
  })
})

describe('the numbers of the guide', () => {
  const ends = ['002', '003', '004', '005', '006', '007', '102', '103', '104', '105', '106', '107']
  const cells = readFileSync('docs/guides/sandbox-numbers.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| `[A-Z]/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  const rows = cells.flatMap(([, accountType = '', name = '', third = '', number]) =>
    number === ''
      ? ends.map((end) => ({ accountType, name, end, number: third.replace('NNN', end) }))
      : [{ accountType, name, end: third, number: number ?? '' }],
  )

  test('every country has one for each end, and it passes', () => {
    const named = new Set(rows.map(({ accountType }) => accountType))
    const missing = variants.filter(({ accountType }) => !named.has(accountType))
    // Thousands of addresses have to be tried for one with an end.
    expect(missing.map(({ accountType }) => accountType)).toEqual(['TRON_WALLET'])
    for (const { accountType, name, end, number } of rows) {
      const variant = variantNamed(accountType)
      const shape = new RegExp(String(variant.properties[name]?.pattern ?? ''))
      expect(shape.test(number), number).toBe(true)
      const info = { ...exampleInfo(variant), [name]: number }
      expect(problems(accountType, info, 'SANDBOX'), number).toEqual({})
      expect(suffixOf(accountType, info), number).toBe(end.replace(/^11(?=[2-8])/, '00'))
    }
  })
})
