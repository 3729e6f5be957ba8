/**
 * Which texts of an answer other people wrote: names, memos, references. A model must read them as
 * data. Free texts are listed by their names, however they look: a memo can look like a date. So is
 * whatever else does not look like our own ids, codes, numbers and instants.
 */
import { kinds } from '../../contract/ids.ts'
import { currencies } from '../../contract/money.ts'

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const ownText = new RegExp(
  `^((${kinds.join('|')}):${uuid}|[-\\d.:TZ+]+|\\d{4}-\\d{2}(-\\d{2})?|[0-9a-f]{64,})$`,
)
/** Members whose values are codes of ours: a text of another shape in them is not. */
const codes = new Set([
  ...['type', 'status', 'direction', 'reason', 'failureReason', 'decision', 'rule', 'rules'],
  ...['sourceType', 'destinationType', 'accountType', 'beneficiaryType', 'bankAccountType'],
  ...['currency', 'code', 'paymentRail', 'paymentRails', 'railSelectionMode', 'cryptoNetwork'],
  ...['network', 'rail'],
  ...[
    'assetType',
    'ownershipType',
    'beneficiaryVerificationStatus',
    'permissions',
    'executionMode',
  ],
  ...['permission', 'defaultExecutionMode', 'country', 'nationality', 'countryOfResidence'],
])
/** Texts of ours that are no codes. */
const ownTexts = new Set(['payloadToSign', 'instructionsNotes'])
/** Members that hold what a person or an outside party wrote. */
export const freeTexts: ReadonlySet<string> = new Set([
  ...['description', 'reference', 'rejectionReason', 'fiToFiInformation'],
  ...['fullName', 'legalName', 'bankName', 'intermediaryBankName', 'provider', 'vaspName'],
  ...['line1', 'line2', 'city', 'state', 'postalCode', 'email', 'phoneNumber', 'birthDate'],
  ...['taxId', 'documentNumber', 'registrationNumber'],
  ...['address', 'umaAddress', 'pixKey', 'vpa', 'lightningAddress', 'invoice', 'bolt12'],
  ...['accountNumber', 'iban', 'clabeNumber', 'bankCode', 'branchCode', 'ifsc', 'sortCode'],
  ...['routingNumber', 'intermediaryRoutingNumber', 'swiftCode'],
  ...['platformAccountId', 'platformCustomerId', 'remittanceInformation', 'name'],
  ...['descriptor', 'mcc', 'issuerTransactionToken', 'disputeToken', 'label'],
  'transactionHash',
  ...['accountHolderName', 'bankAddress', 'region', 'qrCode', 'paymentUrl'],
])
const codeText = /^[A-Z][A-Z0-9_]{1,63}$/
const cursorText = /^[A-Za-z0-9_-]+$/
/** Objects that a counterparty fills, whatever their members are called. */
const foreignObjects = new Set(['counterpartyInformation', 'senderCustomerInfo'])

/** Paths of those texts, `[]` for every item of a list: `data[].accountInfo.beneficiary.fullName`. */
export function writtenByOthers(value: unknown): readonly string[] {
  const found = new Set<string>()
  walk(value, '', '', false, found)
  return [...found]
}

function walk(
  value: unknown,
  path: string,
  name: string,
  isForeign: boolean,
  found: Set<string>,
): void {
  if (typeof value === 'string') {
    if (isForeign || freeTexts.has(name) || !isOurs(name, value)) found.add(path)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) walk(item, `${path}[]`, name, isForeign, found)
    return
  }
  if (isCurrency(value)) return
  for (const [key, member] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`
    walk(member, at, key, isForeign || foreignObjects.has(key), found)
  }
}

function isOurs(name: string, text: string): boolean {
  if (ownTexts.has(name) || ownText.test(text)) return true
  if (name === 'nextCursor') return cursorText.test(text)
  return codes.has(name) && codeText.test(text)
}

function isCurrency(value: object): boolean {
  const { code, name } = value as { code?: string; name?: string }
  return code !== undefined && currencies.get(code)?.name === name
}
