/** An instruction as a request to the bank: made once, kept with the order, and sent as it is however often. */
import type { CollectionInstruction, PayoutInstruction, RailNetwork } from '../payoutRail/index.ts'
import { asciiOf, latinOf, wireOf } from './texts.ts'
import { kinds } from './wire.ts'

/** What we have at the bank. */
export type BankPlace = {
  readonly accountId: string
  /** Where instant payments come from. */
  readonly accountNumberId: string
  /** How the payer is named where the instruction does not. */
  readonly name: string
}

export type BankOrder = {
  /** The key of the transfer. */
  readonly reference: string
  readonly network: RailNetwork
  readonly path: string
  /** The bytes. */
  readonly body: string
}

/** Why an instruction is not for this bank: it never will be. */
export class NotForBank extends Error {
  override readonly name = 'NotForBank'
}

type AccountInfo = Readonly<Record<string, unknown>>

const CENTS_MAX: Readonly<Record<RailNetwork, bigint>> = {
  ACH: 9_999_999_999n,
  WIRE: 999_999_999_999n,
  RTP: 1_000_000_000n,
  FEDNOW: 1_000_000_000n,
}
const SAME_DAY_CENTS_MAX = 100_000_000n
/** The word of Nacha for credits that validate an account. */
const MICRO_ENTRY = 'ACCTVERIFY'

/** The first way that the routing number takes and the amount fits; undefined: none. */
export function networkFor(
  amountMinor: string,
  takes: Readonly<Record<RailNetwork, boolean>>,
): RailNetwork | undefined {
  const cents = BigInt(amountMinor)
  if (takes.RTP && cents <= CENTS_MAX.RTP) return 'RTP'
  if (takes.FEDNOW && cents <= CENTS_MAX.FEDNOW) return 'FEDNOW'
  if (takes.ACH && cents <= SAME_DAY_CENTS_MAX) return 'ACH'
  if (takes.WIRE && cents <= CENTS_MAX.WIRE) return 'WIRE'
  return takes.ACH && cents <= CENTS_MAX.ACH ? 'ACH' : undefined
}

/** @throws NotForBank */
export function payoutOrder(
  instruction: PayoutInstruction,
  network: RailNetwork,
  place: BankPlace,
): BankOrder {
  const { reference, remittanceInformation = reference, sender } = instruction
  const { account, name, isBusiness } = accountIn(instruction, instruction.destination, network)
  const amount = amountIn(instruction, network)
  const common = { amount, ...account, require_approval: true }
  const payer = sender?.name ?? place.name
  const isMicroEntry = instruction.product === 'MICRO_ENTRY'
  const bodyOf = (): object => {
    switch (network) {
      case 'ACH':
        return {
          ...{ account_id: place.accountId, ...common, ...achTerms(name, isBusiness, payer) },
          ...(isMicroEntry && { company_entry_description: MICRO_ENTRY }),
          funding: fundingOf(instruction.destination.accountInfo),
          statement_descriptor: isMicroEntry ? MICRO_ENTRY : asciiOf(remittanceInformation, 200),
          standard_entry_class_code: isBusiness
            ? 'corporate_credit_or_debit'
            : 'prearranged_payments_and_deposit',
        }
      case 'WIRE':
        return {
          ...{ account_id: place.accountId, ...common },
          creditor: { name: wireOf(name, 140) },
          debtor: { name: wireOf(payer, 140) },
          remittance: {
            category: 'unstructured',
            unstructured: { message: wireOf(remittanceInformation, 140) },
          },
        }
      case 'RTP':
        return {
          ...{ source_account_number_id: place.accountNumberId, ...common },
          ...{ creditor_name: latinOf(name, 140), ultimate_debtor_name: latinOf(payer, 140) },
          unstructured_remittance_information: latinOf(remittanceInformation, 140),
        }
      case 'FEDNOW':
        return {
          ...{ source_account_number_id: place.accountNumberId, ...common },
          ...{ creditor_name: latinOf(name, 140), debtor_name: latinOf(payer, 140) },
          unstructured_remittance_information: latinOf(remittanceInformation, 140),
        }
    }
  }
  return { reference, network, path: kinds[network].path, body: JSON.stringify(bodyOf()) }
}

/** Pulls are ACH alone. @throws NotForBank */
export function collectionOrder(instruction: CollectionInstruction, place: BankPlace): BankOrder {
  const { reference, source } = instruction
  const { account, name, isBusiness } = accountIn(instruction, source, 'ACH')
  const body = {
    account_id: place.accountId,
    ...{ amount: -amountIn(instruction, 'ACH'), ...account, require_approval: true },
    ...achTerms(name, isBusiness, place.name),
    funding: fundingOf(source.accountInfo),
    statement_descriptor: asciiOf(reference, 200),
    // Pulled as a business, an account of a person sends it back: R05.
    standard_entry_class_code: isBusiness ? 'corporate_credit_or_debit' : 'internet_initiated',
  }
  return { reference, network: 'ACH', path: kinds.ACH.path, body: JSON.stringify(body) }
}

function achTerms(name: string, isBusiness: boolean, company: string): object {
  return {
    individual_name: asciiOf(name, 22) || 'Account holder',
    company_name: asciiOf(company, 16) || 'Payments',
    destination_account_holder: isBusiness ? 'business' : 'individual',
  }
}

function fundingOf({ bankAccountType }: AccountInfo): string {
  return bankAccountType === 'SAVINGS' ? 'savings' : 'checking'
}

function accountIn(
  { currency }: { readonly currency: string },
  { accountType, accountInfo }: PayoutInstruction['destination'],
  network: RailNetwork,
): { account: object; name: string; isBusiness: boolean } {
  if (currency !== 'USD') throw new NotForBank(`the bank has no ${currency}`)
  if (accountType !== 'USD_ACCOUNT') throw new NotForBank(`the bank pays to no ${accountType}`)
  const { accountNumber: number, routingNumber: routing } = accountInfo
  const isNumber = typeof number === 'string' && number.length <= (network === 'WIRE' ? 34 : 17)
  if (!isNumber || typeof routing !== 'string') throw new NotForBank('the account has no number')
  if (network === 'FEDNOW' && !/^\d+$/.test(number)) {
    throw new NotForBank('FedNow takes account numbers of digits alone')
  }
  return { account: { account_number: number, routing_number: routing }, ...payeeIn(accountInfo) }
}

/** Whose account it is. */
export function payeeIn(accountInfo: AccountInfo): { name: string; isBusiness: boolean } {
  const beneficiary = (accountInfo.beneficiary ?? {}) as Record<string, unknown>
  const isBusiness = beneficiary.beneficiaryType === 'BUSINESS'
  const named = isBusiness ? beneficiary.legalName : beneficiary.fullName
  return {
    name: typeof named === 'string' && named !== '' ? named : 'Account holder',
    isBusiness,
  }
}

function amountIn({ amountMinor }: { readonly amountMinor: string }, network: RailNetwork): number {
  const cents = BigInt(amountMinor)
  if (cents < 1n || cents > CENTS_MAX[network]) {
    throw new NotForBank(`the amount is not one of ${network}`)
  }
  return Number(cents)
}
