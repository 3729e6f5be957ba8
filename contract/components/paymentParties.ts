/** The two sides of quotes and transactions, as answers show them. */
import { idSchema } from '../ids.ts'
import { described } from './described.ts'

/** Chains that money comes or goes over. */
export const cryptoNetworks = [
  'SPARK',
  'BITCOIN',
  'ETHEREUM',
  'BASE',
  'POLYGON',
  'SOLANA',
  'TRON',
  'PLASMA',
  'ARBITRUM',
] as const

export const OnChainTransaction = {
  type: 'object',
  required: ['transactionHash', 'network'],
  description: 'The transaction of a chain that has carried the money.',
  properties: {
    transactionHash: {
      type: 'string',
      example: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
      description: 'Finds it in an explorer of the chain.',
    },
    network: {
      type: 'string',
      enum: cryptoNetworks,
      description: 'The chain, as in the account types of wallets. The list grows.',
    },
  },
} as const

export const ShownSource = {
  type: 'object',
  description: 'The paying side, as it was asked for.',
  required: ['sourceType'],
  properties: {
    sourceType: {
      type: 'string',
      enum: ['ACCOUNT', 'REALTIME_FUNDING'],
      description:
        '`ACCOUNT`: an account that there is. `REALTIME_FUNDING`: a deposit that the payer makes for ' +
        'this quote.',
    },
    accountId: { type: 'string', description: 'The account that pays; of `ACCOUNT` only.' },
    customerId: idSchema(
      'Customer',
      'The customer who pays, where the account does not say it: for deposits, and accounts of the ' +
        'platform.',
    ),
    currency: {
      type: 'string',
      description: 'What the payer is to send; of `REALTIME_FUNDING` only.',
    },
    cryptoNetwork: {
      type: 'string',
      description: 'The chain that the payer sends over; absent for bank transfers.',
    },
  },
} as const

export const ShownDestination = {
  type: 'object',
  description: 'The receiving side, as it was asked for.',
  required: ['destinationType'],
  properties: {
    destinationType: {
      type: 'string',
      enum: ['ACCOUNT', 'UMA_ADDRESS'],
      description: '`ACCOUNT`: one by its id. `UMA_ADDRESS`: the holder of that address.',
    },
    accountId: {
      type: 'string',
      description: 'The account that is credited; of `ACCOUNT` only.',
    },
    umaAddress: {
      type: 'string',
      description: 'The address that is paid; of `UMA_ADDRESS` only.',
    },
    currency: {
      type: 'string',
      description: 'What the payee gets; of `UMA_ADDRESS` only, an account has its own.',
    },
    paymentRail: {
      type: 'string',
      description:
        'The rail that was asked for. Absent where the service chooses, and for internal accounts.',
    },
  },
} as const

export const TransactionSource = {
  ...ShownSource,
  description:
    'Who pays, in the members of `source` of a quote: `sourceType`, and `accountId` or what names ' +
    'the payer.',
  properties: {
    ...ShownSource.properties,
    sourceType: {
      type: 'string',
      enum: ['ACCOUNT', 'UMA_ADDRESS', 'REALTIME_FUNDING'],
      description:
        '`ACCOUNT`: an account that there is. `UMA_ADDRESS`: the holder of that address. ' +
        '`REALTIME_FUNDING`: a deposit.',
    },
    umaAddress: {
      type: 'string',
      description:
        "The payer's address; of `UMA_ADDRESS` only. Absent of a platform that pays out of its own account.",
    },
    currency: { type: 'string', description: 'What the payer sends, or has sent.' },
    onChainTransaction: described(
      OnChainTransaction,
      'What the money has come by. Absent of money that has come over no chain.',
    ),
  },
} as const

export const TransactionDestination = {
  ...ShownDestination,
  description:
    'Who receives, in the members of `destination` of a quote: `destinationType`, and `accountId` ' +
    'or `umaAddress`.',
  properties: {
    ...ShownDestination.properties,
    currency: { type: 'string', description: 'What the payee gets.' },
    onChainTransaction: described(
      OnChainTransaction,
      'What the money has left by. Absent before, and of money that leaves over no chain.',
    ),
  },
} as const
