/** What rows and the panel show of a customer of either type. */
import type { Component } from '../../lib/request.ts'

export type Customer = Component<'CustomerOneOf'>
export type VerificationStatus = Component<'IndividualCustomer'>['kycStatus']

/** A name for people; the platform's own id where there is none. */
export function nameOf(customer: Customer): string {
  const name =
    customer.customerType === 'BUSINESS' ? customer.businessInfo?.legalName : customer.fullName
  return name ?? customer.platformCustomerId
}

/** What decides whether it may pay. */
export function verificationOf(customer: Customer): VerificationStatus {
  return customer.customerType === 'BUSINESS' ? customer.kybStatus : customer.kycStatus
}
