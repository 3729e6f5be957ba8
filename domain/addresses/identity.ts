/** Which account it is, however it is written. */
import { type AccountInfo, identityOf } from '../../contract/externalAccounts.ts'
import { wholeBic } from './banks/iban.ts'
import { wholeSparkAddress } from './chains/index.ts'
import { type Invoice, readInvoice } from './lightning/invoice.ts'

/**
 * What makes two accounts of one owner and type the same. A wallet is its key, an invoice its payment
 * hash, the head office of a bank its BIC with and without `XXX`.
 */
export function accountIdentity(accountType: string, info: AccountInfo): string {
  const { swiftCode, address, invoice } = info
  return identityOf(accountType, {
    ...info,
    ...(typeof swiftCode === 'string' && { swiftCode: wholeBic(swiftCode) }),
    ...(accountType === 'SPARK_WALLET' &&
      typeof address === 'string' && { address: wholeSparkAddress(address) ?? address }),
    ...(typeof invoice === 'string' && { invoice: invoiceOf(info)?.paymentHash ?? invoice }),
  })
}

/** The invoice that an account is; undefined for another one. */
export function invoiceOf({ invoice }: AccountInfo): Invoice | undefined {
  return typeof invoice === 'string' ? readInvoice(invoice) : undefined
}
