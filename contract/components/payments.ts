/** Quotes and transactions. */

import { idSchema } from '../ids.ts'
import { CardTransaction, CardTransactionStatus } from './cardTransactions.ts'
import { described } from './described.ts'
import { fundingInfoProperties } from './fundingInfo.ts'
import {
  cryptoNetworks,
  ShownDestination,
  ShownSource,
  TransactionDestination,
  TransactionSource,
} from './paymentParties.ts'
import { FixedFee } from './platform.ts'
import { ScaFactor } from './sca.ts'
import { ScaChallenge } from './scaChallenge.ts'
import {
  amount,
  Currency,
  CurrencyAmount,
  createdAt,
  currencyCode,
  dateTime,
  listOf,
  positiveAmount,
  updatedAt,
} from './shared.ts'

const accountReference = { type: 'string', minLength: 1, maxLength: 64 } as const

export const PurposeOfPayment = {
  type: 'string',
  enum: [
    'GIFT',
    'SELF',
    'GOODS_OR_SERVICES',
    'EDUCATION',
    'HEALTH_OR_MEDICAL',
    'REAL_ESTATE_PURCHASE',
    'TAX_PAYMENT',
    'LOAN_PAYMENT',
    'UTILITY_BILL',
    'DONATION',
    'TRAVEL',
    'FAMILY_SUPPORT',
    'SALARY_PAYMENT',
    'OTHER',
  ],
  description:
    'Why the money is sent, for the banks on its way. Required where the payee receives INR or ' +
    'NGN at a bank or under a UMA address.',
} as const

const paymentRail = {
  type: 'string',
  minLength: 1,
  maxLength: 32,
  description:
    'One of the `paymentRails` of the external account; else the service takes the first of them. ' +
    'Internal accounts and wallets have none.',
} as const

export const AccountQuoteSource = {
  type: 'object',
  required: ['sourceType', 'accountId'],
  properties: {
    sourceType: {
      type: 'string',
      const: 'ACCOUNT',
      description: 'The money comes out of an account that there is, when the quote is executed.',
    },
    accountId: {
      ...accountReference,
      description:
        'The internal account that pays, or an external one that can be collected from (US bank ' +
        'accounts, by ACH).',
    },
    customerId: {
      ...accountReference,
      description:
        "For whom an account of the platform itself pays. Not needed of a customer's account, whose " +
        'owner pays.',
    },
  },
} as const

/** A deposit that funds this quote. */
export const RealtimeFundingQuoteSource = {
  type: 'object',
  required: ['sourceType', 'currency'],
  properties: {
    sourceType: {
      type: 'string',
      const: 'REALTIME_FUNDING',
      description:
        'The payer sends the money for this quote; the payment starts when it has arrived, without a ' +
        'call.',
    },
    currency: {
      ...currencyCode,
      description: 'What the payer will send. The answer says where to, in `paymentInstructions`.',
    },
    customerId: {
      ...accountReference,
      description:
        'Whose payment it is. Without it, it is that of the owner of the destination account, or of the ' +
        'customer whom the UMA address was looked up for.',
    },
    cryptoNetwork: {
      type: 'string',
      enum: cryptoNetworks,
      description:
        'The chain that the payer sends over. Required of USDB, USDC and USDT, and it must carry the ' +
        'currency.',
    },
  },
} as const

export const AccountDestination = {
  type: 'object',
  required: ['destinationType', 'accountId'],
  properties: {
    destinationType: {
      type: 'string',
      const: 'ACCOUNT',
      description:
        'The money goes to an internal account, or to an external bank account or wallet.',
    },
    accountId: {
      ...accountReference,
      description:
        'The account that is credited: `InternalAccount:...` or `ExternalAccount:...`. Its currency ' +
        'is what is received.',
    },
    paymentRail,
  },
} as const

export const UmaAddressDestination = {
  type: 'object',
  required: ['destinationType', 'umaAddress'],
  properties: {
    destinationType: {
      type: 'string',
      const: 'UMA_ADDRESS',
      description: 'The money goes to the holder of the UMA address, here or at another provider.',
    },
    umaAddress: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      example: '$success.usd@sandbox.uma.money',
      description:
        '`$name@domain` of the payee; upper and lower case are the same. `lookupId` must be of a ' +
        'lookup of this address.',
    },
    currency: {
      ...currencyCode,
      description:
        "One of the currencies that the lookup has offered; without it, the payee's first.",
    },
  },
} as const

/** Ignored where no strong authentication is asked of the customer. */
const scaFactor = described(
  ScaFactor,
  'What the payer authorizes the payment with, where strong authentication is asked of the ' +
    'customer: `SMS_OTP` (the default) or `PASSKEY`. `TOTP` authorizes no payment. Ignored for ' +
    'all other customers.',
)

export const ExecuteQuoteRequest = { type: 'object', properties: { scaFactor } } as const

export const QuoteRequest = {
  type: 'object',
  required: ['source', 'destination', 'lockedCurrencySide', 'lockedCurrencyAmount'],
  properties: {
    lookupId: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description:
        'From `GET /receiver/uma/{receiverUmaAddress}`; required for a UMA address. A lookup can be ' +
        'quoted for a limited time.',
    },
    source: {
      type: 'object',
      required: ['sourceType'],
      discriminator: { propertyName: 'sourceType' },
      oneOf: [AccountQuoteSource, RealtimeFundingQuoteSource],
      description:
        'Where the money comes from: an account, or a deposit that the payer makes for this quote.',
    },
    destination: {
      type: 'object',
      required: ['destinationType'],
      discriminator: { propertyName: 'destinationType' },
      oneOf: [AccountDestination, UmaAddressDestination],
      description: 'Who receives: an account by its id, or a UMA address.',
    },
    lockedCurrencySide: {
      type: 'string',
      enum: ['SENDING', 'RECEIVING'],
      description:
        'Which amount `lockedCurrencyAmount` fixes. `SENDING`: what leaves the payer, fees included. ' +
        '`RECEIVING`: what the payee gets.',
    },
    lockedCurrencyAmount: {
      ...positiveAmount,
      example: 5000000,
      description:
        'In the smallest unit of the currency of the locked side; the other side follows from the ' +
        'rate and the fees.',
    },
    immediatelyExecute: {
      type: 'boolean',
      description:
        'Price and execute in one step: all of it happens, or no quote is kept. Refused for embedded ' +
        'wallets, which sign first, and for `REALTIME_FUNDING`.',
    },
    description: {
      type: 'string',
      format: 'lines',
      maxLength: 1024,
      description: 'A note for both sides, shown on the transaction.',
    },
    remittanceInformation: {
      type: 'string',
      format: 'text',
      maxLength: 80,
      description:
        "What the payment is for, in the words of the payer. Shown as the transaction's `description` " +
        'where none is given.',
    },
    purposeOfPayment: PurposeOfPayment,
    platformFeeOverride: {
      type: 'object',
      description:
        "The platform's own fee for this quote, in the place of those in `feeConfigs`, whether or not the " +
        'payment is converted.',
      required: ['platformFixedFee', 'platformVariableFeeBps'],
      properties: {
        platformFixedFee: described(
          FixedFee,
          'Taken once, before the variable part is computed; in the sending currency.',
        ),
        platformVariableFeeBps: {
          type: 'integer',
          minimum: 0,
          maximum: 10000,
          description: 'Hundredths of a percent of what is left after the fixed fees: 30 is 0.3 %.',
        },
      },
    },
    scaFactor,
    senderCustomerInfo: {
      type: 'object',
      additionalProperties: true,
      maxProperties: 50,
      description:
        "The sender's data that the lookup requires (`requiredPayerDataFields`), by field name. The " +
        "payee's platform gets it.",
    },
  },
} as const

/** Part of every body by which an agent does something. */
export const allowDuplicate = {
  type: 'boolean',
  description:
    'Without an `Idempotency-Key` the same request within ten minutes gets the first action back, ' +
    'unless that has FAILED. True: it is meant as another one.',
} as const

const { platformFeeOverride, ...agentQuoteProperties } = QuoteRequest.properties

/** The fee is the platform's to set. */
export const AgentQuoteRequest = {
  ...QuoteRequest,
  properties: {
    ...agentQuoteProperties,
    source: {
      ...QuoteRequest.properties.source,
      description:
        "Where the money comes from: an account of the agent's customer, or a deposit that the payer " +
        'makes for this quote. The payment is that customer’s.',
    },
    allowDuplicate,
  },
} as const

export const TransferInRequest = {
  type: 'object',
  required: ['source', 'destination', 'amount'],
  properties: {
    source: {
      type: 'object',
      description: "The customer's bank account that the money is collected from.",
      required: ['accountId'],
      properties: {
        accountId: {
          ...accountReference,
          description:
            'An active external account in the currency of the destination that can be collected from ' +
            '(ACH).',
        },
      },
    },
    destination: {
      type: 'object',
      description: 'The account of ours that is credited.',
      required: ['accountId'],
      properties: {
        accountId: {
          ...accountReference,
          description: 'An active internal account of the same owner and currency as the source.',
        },
      },
    },
    amount: {
      ...positiveAmount,
      example: 10000,
      description: 'In the smallest unit of the one currency that both accounts have.',
    },
  },
} as const

export const TransferOutRequest = {
  type: 'object',
  required: ['source', 'destination', 'amount'],
  properties: {
    source: {
      type: 'object',
      description: 'The account of ours that pays.',
      required: ['accountId'],
      properties: {
        accountId: {
          ...accountReference,
          description:
            'An active internal account. An embedded wallet must sign, so it pays by a quote.',
        },
      },
    },
    destination: {
      type: 'object',
      description: 'The bank account that is paid, and how.',
      required: ['accountId'],
      properties: {
        accountId: {
          ...accountReference,
          description: 'An active external account in the currency of the source.',
        },
        paymentRail,
      },
    },
    amount: {
      ...positiveAmount,
      example: 10000,
      description: 'What leaves the source, fees included, in the smallest unit of its currency.',
    },
    remittanceInformation: {
      type: 'string',
      format: 'text',
      maxLength: 80,
      description:
        "What the payment is for, in the words of the payer; shown as the transaction's " +
        '`description`.',
    },
    purposeOfPayment: PurposeOfPayment,
  },
} as const

export const QuoteStatus = {
  type: 'string',
  enum: ['PENDING', 'PENDING_AUTHORIZATION', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'],
  description:
    'PENDING: can be executed, or waits for its deposit, until `expiresAt`. ' +
    'PENDING_AUTHORIZATION: the payer has a `scaChallenge` to answer. PROCESSING: money is ' +
    'moving. COMPLETED: the payee has it. FAILED: the transaction says why. EXPIRED: nothing has ' +
    'moved.',
} as const

export const PaymentInstructions = {
  type: 'object',
  required: ['accountOrWalletInfo'],
  properties: {
    instructionsNotes: {
      type: 'string',
      description: 'What to do, in a sentence that a person can be shown.',
    },
    isPlatformAccount: {
      type: 'boolean',
      example: false,
      description:
        'Whether the money is for the platform itself; false: for its customer. Absent where a wallet is to sign.',
    },
    accountOrWalletInfo: {
      type: 'object',
      required: ['accountType'],
      description:
        'EMBEDDED_WALLET: `payloadToSign` is to be stamped. Otherwise where the money is to be ' +
        "sent: an account's fields, or an address, and the reference to write on it.",
      properties: {
        accountType: {
          type: 'string',
          description:
            '`EMBEDDED_WALLET`, or the type of the account or wallet that takes the money: as of external ' +
            'accounts.',
        },
        ...fundingInfoProperties,
      },
      additionalProperties: true,
    },
  },
} as const

/** Numbers for people: no amount is computed from them. */
export const OutgoingRateDetails = {
  type: 'object',
  required: [
    'counterpartyMultiplier',
    'counterpartyFixedFee',
    'serviceApiMultiplier',
    'serviceApiFixedFee',
    'serviceApiVariableFeeRate',
    'serviceApiVariableFeeAmount',
  ],
  properties: {
    counterpartyMultiplier: {
      type: 'number',
      exclusiveMinimum: 0,
      example: 0.92,
      description:
        'Units of the receiving currency for one US dollar; 1 where nothing is converted.',
    },
    counterpartyFixedFee: {
      ...amount,
      example: 0,
      description: 'What the receiving side takes; always 0: it takes nothing of a payment.',
    },
    serviceApiMultiplier: {
      type: 'number',
      exclusiveMinimum: 0,
      example: 0.995,
      description:
        'US dollars for one unit of the sending currency, less the spread; 1 where nothing is converted. What is ' +
        'left after the fees, times both multipliers, is received.',
    },
    serviceApiFixedFee: {
      ...amount,
      example: 50,
      description:
        'The fixed part of the service’s fee, in the smallest unit of the sending currency.',
    },
    serviceApiVariableFeeRate: {
      type: 'number',
      minimum: 0,
      example: 0.003,
      description:
        'The variable part of the service’s fee: 0.003 is 0.3 % of what the fixed fees leave.',
    },
    serviceApiVariableFeeAmount: {
      ...amount,
      example: 3,
      description: 'What that comes to, in the smallest unit of the sending currency.',
    },
  },
} as const

const rateDetails = described(
  OutgoingRateDetails,
  'What the rate and the service’s fee are made of. Absent where nothing is converted and the service takes no fee.',
)

export const Quote = {
  type: 'object',
  required: [
    'id',
    'status',
    'createdAt',
    'expiresAt',
    'source',
    'destination',
    'sendingCurrency',
    'receivingCurrency',
    'totalSendingAmount',
    'totalReceivingAmount',
    'exchangeRate',
    'feesIncluded',
    'transactionId',
  ],
  properties: {
    id: idSchema('Quote', 'Names the quote, to execute it, read it or authorize it.'),
    status: described(
      QuoteStatus,
      'Where the payment of the quote stands; its transaction shows more.',
    ),
    createdAt,
    expiresAt: {
      ...dateTime,
      description:
        'Until when the price holds: a quote that is not executed or funded by then is EXPIRED.',
    },
    source: ShownSource,
    destination: ShownDestination,
    sendingCurrency: described(
      Currency,
      'What leaves the payer: the unit of `totalSendingAmount` and of both fees.',
    ),
    receivingCurrency: described(
      Currency,
      'What reaches the payee: the unit of `totalReceivingAmount`.',
    ),
    totalSendingAmount: {
      ...positiveAmount,
      description:
        'What leaves the payer in all, `feesIncluded` among it, in the smallest unit of ' +
        '`sendingCurrency`.',
    },
    totalReceivingAmount: {
      ...positiveAmount,
      description:
        'What the payee gets, in the smallest unit of `receivingCurrency`; nothing is taken of it any ' +
        'more.',
    },
    exchangeRate: {
      type: 'number',
      exclusiveMinimum: 0,
      example: 1,
      description:
        'Sending units for one receiving unit, fees excluded. Rounded, for people: compute no amount ' +
        'from it.',
    },
    rateDetails,
    feesIncluded: {
      ...amount,
      description:
        "Of `totalSendingAmount`, what is kept as fees: the service's and the platform's, in the " +
        'smallest unit of `sendingCurrency`.',
    },
    platformFeesIncluded: {
      ...amount,
      description:
        "Of `feesIncluded`, the platform's own part, credited to its account when the payment " +
        'settles.',
    },
    transactionId: idSchema(
      'Transaction',
      'Made with the quote; it carries what happens to the payment from then on.',
    ),
    paymentInstructions: {
      type: 'array',
      description:
        'What must be signed, of an embedded wallet; where to send the money, of `REALTIME_FUNDING`. ' +
        'Else absent; of a deposit, only shown once it has been approved and the payer has authorized it.',
      items: PaymentInstructions,
    },
    scaChallenge: described(
      ScaChallenge,
      'What the payer has to answer while the quote is `PENDING_AUTHORIZATION`; else absent.',
    ),
    agentActionId: idSchema(
      'AgentAction',
      'Of a quote that an agent has submitted or executed: its last action, which says how that was decided.',
    ),
  },
} as const

export const TransactionStatus = {
  type: 'string',
  enum: [
    'CREATED',
    'PENDING',
    'PENDING_AUTHORIZATION',
    'PROCESSING',
    'COMPLETED',
    'REJECTED',
    'FAILED',
    'REFUNDED',
    'EXPIRED',
  ],
  reserved: ['CREATED', 'REFUNDED'],
  description:
    "PENDING: not executed, or waits for money, for the receiver's platform or for an approval. " +
    'PENDING_AUTHORIZATION: the payer has a challenge to answer. PROCESSING: money is moving. ' +
    'COMPLETED: the payee has it; a bank may still return it, then it is FAILED. REJECTED: the ' +
    "receiver's side did not take it. FAILED: `failureReason` says why, `refund` what came back. " +
    'EXPIRED: nothing has moved.',
} as const

/** A list is filtered by the statuses of all types. */
export const AnyTransactionStatus = {
  type: 'string',
  enum: [...TransactionStatus.enum, ...CardTransactionStatus.enum],
  reserved: TransactionStatus.reserved,
  description:
    'A status of any kind of transaction. PENDING to EXPIRED are of payments; AUTHORIZED, ' +
    'PARTIALLY_SETTLED, SETTLED, DECLINED, VOIDED and EXCEPTION are of cards.',
} as const

/** Card payments are listed too, by a name of their own. */
export const TransactionType = {
  type: 'string',
  enum: ['INCOMING', 'OUTGOING', 'CARD'],
  description:
    'INCOMING: the customer receives. OUTGOING: the customer pays. CARD: a merchant charges or ' +
    'credits a card.',
} as const

export const Refund = {
  type: 'object',
  required: ['reference', 'initiatedAt', 'status'],
  properties: {
    reference: {
      type: 'string',
      description: 'Names the money on its way back, to distinguish it from other transfers.',
    },
    initiatedAt: {
      ...dateTime,
      description: 'When the refund began: with the failure of the payment.',
    },
    settledAt: {
      ...dateTime,
      description:
        'When the money was back. Absent until then, and where it could not be given back.',
    },
    status: {
      type: 'string',
      enum: ['PENDING', 'COMPLETED', 'FAILED'],
      description:
        'PENDING: on its way. COMPLETED: with the payer again. FAILED: it could not be given back, ' +
        'and an operator decides.',
    },
    reason: {
      type: 'string',
      enum: ['TRANSACTION_FAILED', 'USER_CANCELLATION'],
      description:
        'TRANSACTION_FAILED: the payment could not be made, or the bank returned it. ' +
        'USER_CANCELLATION: it was stopped in time.',
    },
  },
} as const

const transactionFacts = {
  id: {
    ...idSchema(
      'Transaction',
      'With its prefix; the quote of the payment names it as `transactionId`.',
    ),
    description: 'Names the transaction from the quote on; the quote has it as `transactionId`.',
  },
  status: described(
    TransactionStatus,
    'Where the payment stands. COMPLETED is not always the end: a bank may return it days later.',
  ),
  pendingReason: {
    type: 'string',
    enum: [
      'COUNTERPARTY_DECLARATION_REQUIRED',
      'WALLET_VERIFICATION_REQUIRED',
      'COUNTERPARTY_INFORMATION_REQUIRED',
      'COMPLIANCE_REVIEW',
    ],
    reserved: ['COUNTERPARTY_DECLARATION_REQUIRED', 'COUNTERPARTY_INFORMATION_REQUIRED'],
    description:
      'Why a payment that is accepted is held. WALLET_VERIFICATION_REQUIRED: the proof that the payee’s wallet is whose it ' +
      'is said to be has failed; a new proof lets it go on. COMPLIANCE_REVIEW: an operator looks at it. Absent while ' +
      'nothing holds it.',
  },
  direction: {
    type: 'string',
    enum: ['CREDIT', 'DEBIT'],
    description:
      "CREDIT: money comes into the owner's account. DEBIT: money is taken from the source; that of a " +
      "transfer in is the customer's bank account.",
  },
  source: TransactionSource,
  destination: TransactionDestination,
  customerId: {
    type: 'string',
    description:
      "`Customer:...` of the customer whose transaction it is; of the platform's own transactions " +
      'the `PlatformConfig:...` id.',
  },
  platformCustomerId: {
    type: 'string',
    description:
      'What the platform calls that customer; empty for transactions of the platform itself.',
  },
  quoteId: idSchema(
    'Quote',
    'The quote that the payment was made of. Both transactions of a payment between two accounts of this ' +
      'service have it, which ties them together. Absent for deposits that no quote asked for, for ' +
      'transfers, and on the receiving side of a payment to a UMA address.',
  ),
  originalTransactionId: idSchema(
    'Transaction',
    'The deposit that this sweeps, or that could not be swept and is the holder’s. Absent elsewhere.',
  ),
  agentId: {
    ...idSchema('Agent'),
    description: 'The agent that has made it; absent where a token did.',
  },
  receivedAmount: described(CurrencyAmount, "What reaches the payee, in the payee's currency."),
  description: {
    type: 'string',
    description:
      'The note that was given with the payment, written by the one who made it. Absent without one.',
  },
  failureReason: {
    type: 'string',
    description:
      'A code, for example `PAYOUT_RETURNED`, `ACCOUNT_CANNOT_RECEIVE`, `FUNDING_AMOUNT_MISMATCH` or ' +
      '`SCA_NOT_COMPLETED`, the last two of payments only that go out: a top-up shows ' +
      '`QUOTE_EXECUTION_FAILED`, and its timeline why. Of a deposit that was not swept: ' +
      '`SWEEP_AMOUNT_OUT_OF_RANGE`, `SWEEP_QUOTE_FAILED`, `QUOTE_EXECUTION_FAILED` or ' +
      '`ACCOUNT_CANNOT_RECEIVE`. Only of what has failed or was rejected.',
  },
  refund: described(
    Refund,
    'The way of the money back to the payer, after a failure that came when money had moved, or of a ' +
      'deposit that the payer’s bank has taken back: then the status stays, and the account gives ' +
      'back what it has, now or later. Absent where none was needed.',
  ),
  reconciliationInstructions: {
    type: 'object',
    description: 'What ties the transaction to the transfer that paid for it.',
    properties: {
      reference: {
        type: 'string',
        description:
          'The reference of the deposit that paid for it: what the payer wrote on the transfer.',
      },
      transactionHash: {
        type: 'string',
        deprecated: true,
        description: '`onChainTransaction` of the source has it, with its chain.',
      },
    },
  },
  counterpartyInformation: {
    type: 'object',
    additionalProperties: true,
    description:
      "What the payer's side says of the payer, for example its UMA address; of a deposit what its bank says: `name`, " +
      '`routingNumber`, `accountTail`, `traceNumber`, `endToEndId`, `remittanceText`. Written by others.',
  },
  receiptDeliveryConfirmedAt: {
    ...dateTime,
    description:
      'When the customer was given the receipt, as the platform has said by `POST ' +
      '/transactions/{transactionId}/confirm`. Absent until then.',
  },
  settledAt: { ...dateTime, description: 'When the money was with the payee; absent until then.' },
  createdAt,
  updatedAt,
} as const

const transactionRequired = [
  'id',
  'status',
  'type',
  'direction',
  'source',
  'destination',
  'customerId',
  'platformCustomerId',
  'createdAt',
  'updatedAt',
] as const

/** Of the receiver's side: it has no member by which clients could take it for an outgoing one. */
export const IncomingTransaction = {
  type: 'object',
  required: [...transactionRequired, 'receivedAmount'],
  properties: {
    ...transactionFacts,
    type: {
      type: 'string',
      const: 'INCOMING',
      description:
        'The owner receives: a deposit, a transfer in, a payment of another payer, or the credited side of ' +
        'a payment between accounts of its own.',
    },
    fees: {
      ...amount,
      description:
        'Taken of what arrived, in the smallest unit of the currency that is received. Absent where ' +
        "another currency was sent: those fees are the payer's.",
    },
  },
} as const

export const OutgoingTransaction = {
  type: 'object',
  required: [...transactionRequired, 'sentAmount'],
  properties: {
    ...transactionFacts,
    type: {
      type: 'string',
      const: 'OUTGOING',
      description:
        'The owner of the transaction pays another receiver, or another account of its own, whose credit ' +
        'is an INCOMING transaction with the same `quoteId`.',
    },
    sentAmount: described(CurrencyAmount, 'What leaves the payer in all, `fees` among it.'),
    fees: {
      ...amount,
      description:
        'Service and platform fees within `sentAmount`, in the smallest unit of the currency that is ' +
        'sent.',
    },
    platformFees: { ...amount, description: "Of `fees`, the platform's own part." },
    exchangeRate: {
      type: 'number',
      exclusiveMinimum: 0,
      description:
        'Sending units for one receiving unit, fees excluded; for people, no amount is computed from ' +
        'it.',
    },
    paymentRail: {
      type: 'string',
      description:
        'Over which rail the payout goes: once it is sent, the one that was used, which may be faster than the one that its ' +
        'price is of. Absent where nothing is paid out: between accounts here, and to UMA addresses.',
    },
    railSelectionMode: {
      type: 'string',
      enum: ['AUTO', 'MANUAL'],
      description:
        'MANUAL: the request named the rail. AUTO: the service chose it. Absent without a rail.',
    },
    rateDetails,
    settlementTimelineSeconds: {
      type: 'integer',
      minimum: 0,
      example: 86400,
      description:
        'What a payout over `paymentRail` usually takes, nights, weekends and holidays apart. Absent without a rail.',
    },
    expectedSettlementAt: {
      ...dateTime,
      description:
        'When the payout is expected at the payee, by `settlementTimelineSeconds`. An estimate: `settledAt` says when ' +
        'it was. Absent until it is executed, and without a rail.',
    },
    paymentInstructions: {
      type: 'array',
      description:
        'Where the payer sends the money that the payment waits for; of `REALTIME_FUNDING` only.',
      items: PaymentInstructions,
    },
  },
} as const

export const Transaction = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [IncomingTransaction, OutgoingTransaction],
} as const

/** As lists have them. */
export const TransactionOneOf = {
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [IncomingTransaction, OutgoingTransaction, CardTransaction],
} as const
export const TransactionList = listOf(TransactionOneOf)

export const TimelineEntry = {
  type: 'object',
  required: ['at', 'what'],
  properties: {
    at: {
      ...dateTime,
      description: 'When it happened, in UTC. Entries are in the order in which they were written.',
    },
    what: {
      type: 'string',
      description:
        'What happened, in English. For people: the wording may change, so decide nothing by it.',
    },
    attempt: {
      type: 'integer',
      description:
        'Which try of an outside call it was, counted from 1; absent for steps without tries.',
    },
    nextActor: {
      type: 'string',
      description:
        'Who must act now, for example `payout rail` or `platform`. Absent where none must.',
    },
    waitsFor: {
      type: 'string',
      description:
        'What that party is waited for, for example `the payout`. Absent where none must act.',
    },
  },
} as const

const count = { type: 'integer', minimum: 0 } as const

export const TransactionVolume = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'array',
      description: 'An entry for each type and currency of which there were transactions.',
      items: {
        type: 'object',
        required: ['type', 'currency', 'intervals'],
        properties: {
          type: described(TransactionType, 'The kind of the counted transactions.'),
          currency: described(Currency, 'The unit of `amount`.'),
          intervals: {
            type: 'array',
            description: 'As many as were asked for, equally long, oldest first; empty ones too.',
            items: {
              type: 'object',
              required: ['at', 'completed', 'failed', 'amount'],
              properties: {
                at: { ...dateTime, description: 'When the interval begins.' },
                completed: { ...count, description: 'How many have completed.' },
                failed: { ...count, description: 'How many have failed or were rejected.' },
                amount: {
                  type: 'integer',
                  minimum: 0,
                  description: 'Of the completed ones, in the smallest unit. Exact, however large.',
                },
              },
            },
          },
        },
      },
    },
  },
} as const
