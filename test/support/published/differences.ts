/**
 * Where bodies differ from the published interface, each with the line of the specification (or, where
 * that has none, of its semantics) that asks for it. A difference that is not here fails the run.
 */

type Difference = {
  /** Of `GET /path 200: /pointer what is wrong`. */
  readonly problem: RegExp
  readonly because: string
}

const differences: readonly Difference[] = [
  {
    problem: / 400: \/details\/errors\/n\/constraint must be object /,
    because: 'specification 2.10: FieldError: `constraint` (string)',
  },
  {
    problem:
      /(external-accounts.*|EXTERNAL_ACCOUNT\.STATUS_UPDATED): .*\/customerId must be string \{"type":"string"\}$/,
    because:
      'specification 2.3: `customerId` is null when the account is on behalf of the platform',
  },
  {
    problem:
      /accountType must be equal to one of the allowed values "(ILS_ACCOUNT|TRY_ACCOUNT|ARBITRUM_WALLET)"$/,
    because: 'specification 2.5: the variants include ILS, TRY and `ARBITRUM_WALLET`',
  },
  {
    problem:
      /\/fundingPaymentInstructions\/n\/accountOrWalletInfo\/accountType must be equal to one of the allowed values /,
    because:
      'semantics 8: instructions differ by type; the published list of types lacks some whose instructions it describes',
  },
  {
    problem: / 404: \/code must be equal to one of the allowed values "(\w+_)?NOT_FOUND"$/,
    because: 'interface of September 3.1: a 404 says what kind of thing is not there',
  },
  {
    problem:
      / 403: \/code must be equal to one of the allowed values "(CUSTOMER_NOT_VERIFIED|SANCTION_BLOCKED)"$/,
    because: 'interface of September 3.1: who is not verified or on a sanctions list has a code',
  },
  {
    problem: / 400: \/code must be equal to one of the allowed values "FUNDING_SOURCE_INELIGIBLE"$/,
    because: 'interface of September 3.1: a code of cards that is in the texts and in no list',
  },
  {
    problem:
      / 424: \/code must be equal to one of the allowed values "SMS_OTP_CREDENTIAL_SYNC_FAILED"$/,
    because: 'interface of September 3.1: the code of a phone number that the provider refuses',
  },
  {
    problem: /: Error41[35] has no schema$/,
    because:
      'the published interface has no schema for a body that is too large, or of another type',
  },
  {
    problem: /\/type must be equal to one of the allowed values "RULE_BASED"$/,
    because: 'interface of September 1.1: accounts that sweep are a type of their own',
  },
  {
    problem:
      /\/failureReason must be equal to one of the allowed values "(SWEEP_\w+|ACCOUNT_CANNOT_RECEIVE)"$/,
    because: 'interface of September 1.1: why a deposit was not swept, on its incoming transaction',
  },
  {
    problem: /\/enabledTransactionTypes\/n must be equal to one of the allowed values "CARD"$/,
    because: 'interface of September 3.6: CARD is a type of transactions',
  },
  {
    problem: /\/feeType must be equal to one of the allowed values "RAIL"$/,
    because: 'interface of September 3.3: a fee by rail and direction',
  },
  {
    problem: /\/feeConfigs\/n must have required property 'sourceCurrency' /,
    because: 'interface of September 3.3: a fee by rail and direction is of no source currency',
  },
  {
    problem: /\/address must have required property 'postalCode' /,
    because: 'docs/reference: addresses of countries without postal codes have none',
  },
  {
    problem: /external-accounts.* \/accountInfo must have required property 'bankName' /,
    because: 'interface of September 3.4: who registers HKD or INR need not name the bank',
  },
  {
    problem: /\/personalInfo must have required property 'identifier' /,
    because: 'semantics 3: `identifier` is write-only, never returned',
  },
  {
    problem:
      /^POST \/transactions\/\{transactionId\}\/(approve|reject) 200: OutgoingTransaction for IncomingTransaction$/,
    because: 'specification 1 and 4: the platform approves an agent-initiated pending transaction',
  },
  {
    problem: /^GET \/exchange-rates 200: .* required property 'destinationPaymentRail' /,
    because:
      'specification 1 and 2.5: USDC and USDB are currencies, reached by wallets; a `PaymentRail` is of banks',
  },
  {
    problem:
      /\/status must be equal to one of the allowed values (.*"REFUNDED"|"(DECLINED|VOIDED)"$)/,
    because:
      'September: a declined or voided card transaction is one of its own, with a status of its own',
  },
]

/** The reason of a problem that is listed. */
export function differenceOf(problem: string): string | undefined {
  return differences.find((one) => one.problem.test(problem))?.because
}
