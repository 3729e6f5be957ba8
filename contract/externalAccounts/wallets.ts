import { type Property, pattern, text } from './fields.ts'
import type { VariantRow } from './variant.ts'

const vaspName: Property = {
  ...text(1, 255, 'Custody Ltd'),
  description:
    'The provider that keeps the wallet for its owner, as `GET /vasps` names it. Absent: the ' +
    'owner holds the keys.',
}

function wallet(
  network: string,
  currencies: readonly string[],
  address: Property,
  rest: Pick<VariantRow, 'checks' | 'messageScheme' | 'caseSensitive'>,
): VariantRow {
  return {
    accountType: `${network}_WALLET`,
    currencies,
    properties: { address, vaspName },
    required: ['address'],
    beneficiary: 'OPTIONAL',
    individualRequired: ['countryOfResidence'],
    railRules: [],
    identifiers: ['address'],
    ...rest,
  }
}

/** Any letter case is one account; a mixed case is a checksum (EIP-55). */
const evmAddress: Property = {
  ...pattern('0x[0-9a-fA-F]{40}', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'),
  description:
    '`0x` and 40 hex digits, the same account in upper and lower case; mixed case is a checksum, which is verified ' +
    'in production.',
}

function evmWallet(network: string, currencies: readonly string[]): VariantRow {
  const rest = { checks: { address: 'EVM_ADDRESS' }, messageScheme: 'EVM' } as const
  return wallet(network, currencies, evmAddress, rest)
}

/** No spaces: an address is copied from somewhere, sometimes with what stands around it. */
const address = (maxLength: number, example: string): Property => ({
  ...pattern('\\S+', example),
  maxLength,
  description:
    'Where the coins go on the chain; its checksum is verified in production. In the sandbox its end ' +
    'decides what becomes of payments.',
})

export const wallets: readonly VariantRow[] = [
  evmWallet('BASE', ['USDC']),
  evmWallet('ETHEREUM', ['USDC', 'USDT']),
  evmWallet('POLYGON', ['USDC']),
  evmWallet('PLASMA', ['USDT']),
  evmWallet('ARBITRUM', ['USDC', 'USDT']),
  wallet('SOLANA', ['USDC'], address(64, '8pM1DN3RiT8vbom5u1sNryaNT1nyL8CTTW3b5PwWXRBH'), {
    checks: { address: 'SOLANA_ADDRESS' },
    messageScheme: 'SOLANA',
    caseSensitive: true,
  }),
  wallet(
    'SPARK',
    ['USDB', 'BTC'],
    address(512, 'spark1pgss93sy072yrmtad5cy2srwjhq8ekzuw78yhr808jn6htqfh9w8p8h9mfwlv9'),
    { checks: { address: 'SPARK_ADDRESS' }, messageScheme: 'SPARK' },
  ),
  wallet('TRON', ['USDT'], address(64, 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K'), {
    checks: { address: 'TRON_ADDRESS' },
    messageScheme: 'TRON',
    caseSensitive: true,
  }),
  {
    accountType: 'LIGHTNING',
    aliases: ['LIGHTNING_ACCOUNT'],
    currencies: ['BTC'],
    properties: {
      invoice: {
        ...pattern(
          '(?:ln|LN)[0-9a-zA-Z]+',
          'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh',
        ),
        maxLength: 2048,
        description:
          'BOLT 11, with an amount; it is paid once. Exactly one of the three ways is given.',
      },
      bolt12: {
        ...pattern(
          'lno1[0-9a-z]+',
          'lno1pgx9getnwss8vetrw3hhyuckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg',
        ),
        maxLength: 2048,
        description:
          'BOLT 12 offer, which may be paid more than once. Exactly one of the three ways is given.',
      },
      lightningAddress: {
        ...pattern('[a-zA-Z0-9._+\\-]+@[a-zA-Z0-9.\\-]+\\.[a-zA-Z0-9\\-]{2,}', 'ada@example.com'),
        maxLength: 255,
        description:
          'Like an email address, `name@domain`. Exactly one of the three ways is given.',
      },
    },
    required: [],
    oneOf: [['lightningAddress'], ['invoice'], ['bolt12']],
    beneficiary: 'NONE',
    railRules: [],
    identifiers: ['lightningAddress', 'invoice', 'bolt12'],
    checks: { invoice: 'BOLT11', bolt12: 'BOLT12', lightningAddress: 'LIGHTNING_ADDRESS' },
  },
]
