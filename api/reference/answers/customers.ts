/** Customers, their verification, documents, imports and invitations. */
import { importError, importJob } from '../resources/bulkImports.ts'
import { claimedInvitation, invitation } from '../resources/invitations.ts'
import {
  address,
  business,
  germanCustomer,
  individual,
  owner,
  passport,
  verification,
} from '../resources/people.ts'
import { aDayLater, at, listOf, money } from '../resources/shared.ts'
import { given } from '../useCases/given.ts'
import type { Answers } from './answer.ts'
import { userChallenge } from './challenges.ts'

export const customers: Answers = {
  createCustomer: { 201: individual },
  listCustomers: { 200: listOf(business, individual) },
  getCustomer: { 200: individual },
  updateCustomerById: {
    200: {
      ...individual,
      address: { ...address, line1: '12 St James’s Square' },
      updatedAt: at,
    },
    202: userChallenge('EMAIL_OTP', 'ACTIVITY_TYPE_UPDATE_USER_EMAIL', {
      userEmail: given.otherEmail,
    }),
  },
  deleteCustomerById: {
    200: {
      ...individual,
      id: given.leavingCustomer,
      platformCustomerId: 'user-4710',
      isDeleted: true,
      updatedAt: at,
    },
  },
  getEndUserTerms: {
    200: { version: '2025-10-13', url: 'https://api.example.com/end-user-terms/2025-10-13' },
  },
  createCustomerKycLink: {
    201: {
      kycUrl: 'https://verify.example.com/verify/epcAWNVR_m_ovRLEy3eHzhSGZS9ZOlh20nJUUi7_i4M',
      expiresAt: aDayLater,
      provider: 'SUMSUB',
    },
  },
  createBeneficialOwner: { 201: owner },
  listBeneficialOwners: { 200: listOf(owner) },
  getBeneficialOwner: { 200: owner },
  updateBeneficialOwner: { 200: { ...owner, ownershipPercentage: 40, updatedAt: at } },
  createVerification: { 200: verification },
  listVerifications: { 200: listOf(verification) },
  getVerification: { 200: verification },
  confirmCustomerEmailVerification: {
    200: {
      ...germanCustomer,
      id: given.mailedCustomer,
      contactVerification: { email: 'VERIFIED', phone: 'PENDING' },
      updatedAt: at,
    },
  },
  confirmCustomerPhoneVerification: {
    200: {
      ...germanCustomer,
      id: given.textedCustomer,
      contactVerification: { email: 'PENDING', phone: 'VERIFIED' },
      updatedAt: at,
    },
  },
  uploadCustomersCsv: { 202: { jobId: given.job, status: 'PENDING' } },
  getBulkCustomerImportJob: { 200: importJob },
  listBulkCustomerImportErrors: { 200: listOf(importError) },
  uploadDocument: { 201: passport },
  listDocuments: { 200: listOf(passport) },
  getDocument: { 200: passport },
  replaceDocument: { 200: { ...passport, updatedAt: at } },
  createInvitation: {
    201: { ...invitation, firstName: 'Grace', amountToSend: money(5_000_000, 'USDB') },
  },
  getInvitation: { 200: invitation },
  claimInvitation: { 200: claimedInvitation },
  cancelInvitation: { 200: { ...invitation, status: 'CANCELLED' } },
}
