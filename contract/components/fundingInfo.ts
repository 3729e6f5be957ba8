/** Where a payer sends money: the members of every kind of account and wallet that takes it. */

/** @param description what its name does not say */
const text = <const Description extends string>(description: Description) =>
  ({ type: 'string', description }) as const

/** Of which kind an account has some, beside `accountType`. What a rail adds to them is shown too. */
export const fundingInfoProperties = {
  payloadToSign: text(
    "What the wallet's device stamps, byte for byte, for `Service-Wallet-Signature` of the " +
      'execute call. Of an embedded wallet only.',
  ),
  reference: text(
    'What the payer must write on a bank transfer: it says which payment or account the money is ' +
      'for. Chains have none.',
  ),
  paymentRails: {
    type: 'array',
    description: 'Rails over which a transfer reaches the account; absent for wallets.',
    items: { type: 'string' },
  },
  address: text('Where to send coins on the chain that `accountType` names.'),
  assetType: text('Code of the coin to send there; any other coin is not credited.'),
  network: text('The chain, where `accountType` is of several.'),
  invoice: text('What a wallet pays in the place of the address: of Lightning and Spark.'),
  accountHolderName: text('In whose name the account is; a payer writes it as the beneficiary.'),
  accountNumber: text('The number of the account, as its bank writes it.'),
  routingNumber: text("The bank's ABA number: nine digits."),
  bankAccountType: text('What kind of account it is, for example `CHECKING`.'),
  iban: text('The IBAN of the account, without spaces.'),
  swiftCode: text('BIC of the bank: 8 or 11 characters.'),
  bankName: text('The bank of the account, for people.'),
  bankAddress: text('Where the bank is, for forms that ask for it.'),
  bankCode: text("The bank's number in its country."),
  branchCode: text('The number of the branch that keeps the account.'),
  sortCode: text("The bank's branch in the United Kingdom: six digits."),
  clabeNumber: text('CLABE of an account in Mexico: 18 digits.'),
  ifsc: text("The bank's branch in India."),
  vpa: text('UPI address in India: `name@bank`.'),
  rail: text('How an account number is to be paid, where a country has several ways.'),
  country: text('Where the account is: two letters of ISO 3166-1.'),
  region: text('Country of a currency that is that of several.'),
  provider: text('The company that keeps a mobile-money account.'),
  phoneNumber: text('Number of a mobile-money account: `+`, prefix of the country, digits.'),
  qrCode: text('What a banking app scans or pastes, as for PIX.'),
  paymentUrl: text('A page at which the payer pays.'),
  intermediaryBankName: text('A bank that a wire goes through on its way.'),
  intermediaryRoutingNumber: text('ABA number of the bank that a wire goes through.'),
  fiToFiInformation: text('A message to the banks on the way of a wire.'),
} as const
