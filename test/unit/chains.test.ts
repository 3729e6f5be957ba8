/** Signed messages, addresses and invoices against answers that others have published. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, bech32, bech32m, createBase58check } from '@scure/base'
import { describe, expect, test } from 'vitest'
import {
  isEvmAddress,
  isEvmSignature,
  isSolanaAddress,
  isSolanaSignature,
  isSparkSignature,
  isTronAddress,
  sparkAddressProblem,
} from '../../domain/addresses/chains/index.ts'
import { invoiceProblem, readInvoice } from '../../domain/addresses/lightning/invoice.ts'

const flip = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`

describe('an Ethereum message (EIP-191)', () => {
  // The example in the documentation of web3.js, `accounts.sign`.
  const address = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'
  const signature =
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'

  test('is the account’s, in upper or lower case of the address, and no other’s', () => {
    expect(isEvmSignature(address, 'Some data', signature)).toBe(true)
    expect(isEvmSignature(address.toLowerCase(), 'Some data', signature.slice(2))).toBe(true)
    expect(isEvmSignature(address, 'Some date', signature)).toBe(false)
    expect(isEvmSignature(flip(address, 9), 'Some data', signature)).toBe(false)
    for (let at = 2; at < signature.length; at += 7) {
      expect(isEvmSignature(address, 'Some data', flip(signature, at)), String(at)).toBe(false)
    }
  })

  test('an address in mixed case carries its checksum (the examples of EIP-55)', () => {
    for (const one of [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    ]) {
      expect(isEvmAddress(one)).toBe(true)
      expect(isEvmAddress(one.toLowerCase())).toBe(true)
      expect(isEvmAddress(one.replace('b', 'B').replace('d', 'D'))).toBe(false)
    }
    expect(isEvmAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe')).toBe(false)
  })
})

describe('a Bitcoin message', () => {
  // The example of bitcoinjs-message; the key is the public half of its private key.
  const message = 'This is an example of a signed message.'
  const signature =
    'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk='
  const secret = '1111111111111111111111111111111111111111111111111111111111111111'

  test('recovers to a key, which a Spark address holds', () => {
    const { identity } = recovered()
    const address = sparkOf(identity)
    expect(isSparkSignature(address, message, signature, 'bip137')).toBe(true)
    expect(isSparkSignature(address, message, signature, 'electrum')).toBe(true)
    expect(isSparkSignature(address, `${message} `, signature, 'bip137')).toBe(false)
    const other = sparkOf(secp256k1.getPublicKey(Buffer.from(secret, 'hex'), true))
    expect(isSparkSignature(other, message, signature, 'bip137')).toBe(false)
    expect(isSparkSignature(address, message, `${signature.slice(0, -4)}AAA=`, 'bip137')).toBe(
      false,
    )
  })

  /** The key that signed, which the published address is the hash of. */
  function recovered(): { identity: Uint8Array } {
    const bytes = Buffer.from(signature, 'base64')
    const text = utf8ToBytes(message)
    const head = utf8ToBytes('\x18Bitcoin Signed Message:\n')
    const hash = sha256(sha256(Buffer.concat([head, Buffer.of(text.length), text])))
    const given = secp256k1.Signature.fromBytes(bytes.subarray(1), 'compact')
    const point = given.addRecoveryBit(((bytes[0] ?? 0) - 27) & 3).recoverPublicKey(hash)
    const identity = point.toBytes(true)
    const published = createBase58check(sha256).decode('1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV')
    expect([...published]).toEqual([0, ...ripemd160(sha256(identity))])
    return { identity }
  }
  function sparkOf(key: Uint8Array): string {
    return bech32m.encode('spark', bech32m.toWords(Uint8Array.of(0x0a, 33, ...key)), 1023)
  }
})

test('Solana: an Ed25519 answer of RFC 8032 in base58, and a key of small order', () => {
  // Test 2 of section 7.1: the message is the byte 0x72.
  const hex = (text: string): string => base58.encode(Buffer.from(text, 'hex'))
  const address = hex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c')
  const signature = hex(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
      '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  )
  expect(isSolanaAddress(address)).toBe(true)
  expect(isSolanaSignature(address, 'r', signature)).toBe(true)
  expect(isSolanaSignature(address, 's', signature)).toBe(false)
  expect(isSolanaSignature(address, 'r', `2${signature.slice(1)}`)).toBe(false)
  // The neutral point signs everything with (itself, 0), were it let.
  const neutral = hex(`01${'00'.repeat(31)}`)
  expect(isSolanaSignature(neutral, 'r', hex(`01${'00'.repeat(63)}`))).toBe(false)
  expect(isSolanaAddress('0OIl')).toBe(false)
})

test('addresses of other networks are none', () => {
  const spark = 'spark1pgss93sy072yrmtad5cy2srwjhq8ekzuw78yhr808jn6htqfh9w8p8h9mfwlv9'
  const tron = 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K'
  const solana = '8pM1DN3RiT8vbom5u1sNryaNT1nyL8CTTW3b5PwWXRBH'
  const isSparkAddress = (address: string): boolean =>
    sparkAddressProblem(address, { mainnetOnly: true }) === undefined
  const kinds = [isEvmAddress, isSparkAddress, isTronAddress, isSolanaAddress]
  const found = (address: string): boolean[] => kinds.map((is) => is(address))
  expect(found(spark)).toEqual([false, true, false, false])
  expect(found(tron)).toEqual([false, false, true, false])
  expect(found(solana)).toEqual([false, false, false, true])
  // The vector of the sandbox's wallets is of a test network, and a Bitcoin address is no Tron one.
  expect(found('1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV')).toEqual([false, false, false, false])
})

describe('an invoice (the examples of BOLT 11)', () => {
  const coffee =
    'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh'
  const donation =
    'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql'
  const then = new Date(1_496_314_658_000)
  const live = { mainnetOnly: true }

  test('is read whole', () => {
    expect(readInvoice(coffee)).toEqual({
      isMainnet: true,
      amountMsat: 250_000_000n,
      createdAt: 1_496_314_658,
      finalBlocks: 18,
      expiresAt: 1_496_314_658 + 60,
      paymentHash: '0001020304050607080900010203040506070809000102030405060708090102',
    })
    expect(readInvoice(coffee.toUpperCase())).toEqual(readInvoice(coffee))
    expect(readInvoice(donation)?.amountMsat).toBeUndefined()
  })

  test('that can’t be paid says why', () => {
    expect(invoiceProblem(coffee, then, live)).toBeUndefined()
    expect(invoiceProblem(coffee, new Date(then.getTime() + 60_000), live)).toBe('is expired')
    expect(invoiceProblem(donation, then, live)).toBe('must name an amount')
    for (const broken of [
      flip(coffee, 60),
      `${coffee}q`,
      coffee.slice(0, -1),
      'lnbc1',
      'L',
      coffee.replace('q', 'Q'),
    ]) {
      expect(invoiceProblem(broken, then, live)).toBe('is not a BOLT 11 invoice that may be paid')
    }
    expect(invoiceProblem(renamed('lntb2500u'), then, live)).toBe('is of a test network')
    expect(invoiceProblem(renamed('lntb2500u'), then, { mainnetOnly: false })).toBeUndefined()
    expect(invoiceProblem(renamed('lnbc25n'), then, live)).toBe('must be for whole satoshis')
  })

  /**
   * The same words under another prefix, with a checksum of its own: the key is not named in it.
   */
  function renamed(prefix: string): string {
    const { words } = bech32.decode(coffee as `${string}1${string}`, false)
    return bech32.encode(prefix, words, false)
  }
})
