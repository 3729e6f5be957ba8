/** Customers, and what is found out about them. */
import type { ValidatedAccount } from '../../activities/accountValidations.ts'
import type { OnboardedCustomer } from '../../activities/customers.ts'
import type { ImportInput } from '../../activities/imports/rows.ts'
import type { StoredDocument } from '../../activities/verification/documents.ts'
import type { VerificationRunInput } from '../../activities/verification/steps.ts'
import { defineWorkflow } from '../defineWorkflow.ts'
import type { OutsideCalls } from '../outsideQueues.ts'

export type CustomerOnboardingInput = OnboardedCustomer & OutsideCalls

export const customerOnboarding = defineWorkflow({
  name: 'customerOnboarding',
  // A customer's creation starts the first one; the second one comes when its first contact is set.
  id: ({ customerId, attempt }: Pick<CustomerOnboardingInput, 'customerId' | 'attempt'>) =>
    `Customer:${customerId}${attempt === 1 ? '' : '/wallet'}`,
  kind: 'CUSTOMER_ONBOARDING',
  summary: 'Customer: the wallet at the provider',
  searchAttributes: ({ platformId, customerId, walletAccountId }: CustomerOnboardingInput) => ({
    ...{ platformId, customerId },
    accountId: walletAccountId,
  }),
  openRows: {
    kinds: ['CUSTOMER'],
    input: (row, { outside }) => ({
      ...outside,
      ...{ attempt: row.number, platformId: row.platform_id, customerId: row.id },
      ...{ walletAccountId: row.account_id ?? '', facts: row.facts as OnboardedCustomer['facts'] },
    }),
  },
})

export type VerificationInput = VerificationRunInput & OutsideCalls

/** Of a verification, or of a notice that may open one: the notice's id is the verification's then. */
export const verification = defineWorkflow({
  name: 'verification',
  id: ({ verificationId }: Pick<VerificationInput, 'verificationId'>) =>
    `Verification:${verificationId}`,
  kind: 'VERIFICATION',
  summary: 'Verification: submitted to the vendor, reviewed, decided',
  searchAttributes: ({ platformId, customerId }: VerificationInput) => ({ platformId, customerId }),
  openRows: {
    kinds: ['CUSTOMER_VERIFICATION', 'VERIFICATION_NOTICE'],
    input: (row, { outside, pollSeconds }) => ({
      ...outside,
      ...{ verificationId: row.id, platformId: row.platform_id, pollSeconds },
      ...{ customerId: row.customer_id ?? '', isNotice: row.kind === 'VERIFICATION_NOTICE' },
    }),
  },
})

export type { ForwardingAnswer } from '../../activities/verification/documents.ts'

export type DocumentForwardingInput = OutsideCalls & {
  readonly platformId: string
} & (
    | { readonly document: StoredDocument }
    /** A document whose row is written, and how often its content was replaced. */
    | { readonly documentId: string; readonly number: number }
  )

/** Each content is forwarded by itself: a replaced document has another one. */
export const documentForwarding = defineWorkflow({
  name: 'documentForwarding',
  id: (input: DocumentForwardingInput) =>
    'document' in input
      ? `Document:${input.document.id}/forward/${input.document.objectKey.split('/').at(-1)}`
      : `Document:${input.documentId}/forward/${input.number}`,
  kind: 'DOCUMENT_FORWARDING',
  summary: 'Document: sent to the verification vendor',
  searchAttributes: ({ platformId }: DocumentForwardingInput) => ({ platformId }),
  openRows: {
    kinds: ['DOCUMENT'],
    input: ({ id, platform_id: platformId, number }, { outside }) => ({
      ...outside,
      ...{ platformId, documentId: id, number },
    }),
  },
})

/** IDs are UUIDs without prefix. */
export type ScaResetInput = OutsideCalls & {
  readonly platformId: string
  readonly customerId: string
  readonly resetId: string
}

export const scaReset = defineWorkflow({
  name: 'scaReset',
  id: ({ resetId }: Pick<ScaResetInput, 'resetId'>) => `ScaReset:${resetId}`,
  kind: 'SCA_RESET',
  summary: 'Reset of a factor: liveness at the vendor, then completed by the platform',
  searchAttributes: ({ platformId, customerId }: ScaResetInput) => ({ platformId, customerId }),
  openRows: {
    kinds: ['SCA_RESET'],
    input: (row, { outside }) => ({
      ...outside,
      ...{ resetId: row.id, platformId: row.platform_id },
      customerId: row.customer_id ?? '',
    }),
  },
  isKeptWithRow: false,
})

export type BulkImportInput = ImportInput & OutsideCalls

export const bulkImport = defineWorkflow({
  name: 'bulkImport',
  id: ({ importId }: Pick<BulkImportInput, 'importId'>) => `Job:${importId}`,
  kind: 'BULK_IMPORT',
  summary: 'Import: customers of a file, then their wallets at the provider',
  searchAttributes: ({ platformId }: BulkImportInput) => ({ platformId }),
  openRows: {
    kinds: ['BULK_IMPORT'],
    input: ({ id, platform_id: platformId }, { outside }) => ({
      ...outside,
      ...{ platformId, importId: id },
    }),
  },
})

export type AccountValidationInput = ValidatedAccount &
  OutsideCalls & { readonly platformId: string; readonly customerId?: string | undefined }

export const accountValidation = defineWorkflow({
  name: 'accountValidation',
  id: ({ accountId }: ValidatedAccount) => `ExternalAccount:${accountId}/validation`,
  kind: 'ACCOUNT_VALIDATION',
  summary: 'External account: validated by the bank',
  searchAttributes: ({ platformId, customerId }: AccountValidationInput) => ({
    platformId,
    customerId,
  }),
  openRows: {
    kinds: ['ACCOUNT_VALIDATION'],
    input: (row, { outside }) => ({
      ...outside,
      ...{ accountId: row.id, platformId: row.platform_id },
      customerId: row.customer_id ?? undefined,
    }),
  },
  isKeptWithRow: false,
})
