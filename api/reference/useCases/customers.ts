/** The platform, its customers, how they are verified and imported. */
import { given } from './given.ts'
import type { UseCases } from './useCase.ts'

const { customer, business } = given

const address = {
  line1: '1 Main Street',
  city: 'New York',
  postalCode: '10001',
  state: 'NY',
  country: 'US',
} as const

const ada = {
  customerType: 'INDIVIDUAL',
  platformCustomerId: given.platformCustomerId,
  region: 'US',
  email: given.email,
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'GB',
} as const

const consentOf = (type: 'SERVICE_END_USER_TERMS' | 'BANK_PRIVACY_POLICY') => ({
  type,
  acceptedAt: '2026-01-15T09:30:00.000Z',
  ipAddress: '203.0.113.7',
  termsVersion: '2025-10-13',
  acceptanceMethod: 'CHECKBOX',
})

/** Without her identifier. */
const grace = {
  firstName: 'Grace',
  lastName: 'Hopper',
  birthDate: '1980-12-09',
  nationality: 'US',
  address,
  idType: 'SSN',
} as const

/** Without its tax number. */
const businessInfo = {
  legalName: 'Analytical Engines Ltd',
  country: 'US',
  incorporatedOn: '2015-03-01',
  entityType: 'LLC',
} as const

export const customers: UseCases = {
  getPlatformConfig: [{ name: 'config', title: 'Read the configuration' }],
  updatePlatformConfig: [
    {
      name: 'webhookEndpoint',
      title: 'Set the endpoint of webhooks',
      body: { webhookEndpoint: 'https://platform.example.com/webhooks' },
    },
    {
      name: 'umaDomain',
      title: 'Choose the domain of UMA addresses',
      body: { umaDomain: given.umaDomain },
    },
    {
      name: 'passkeys',
      title: 'Name the app and the relying party of passkeys',
      body: {
        embeddedWalletConfig: {
          appName: 'Acme Pay',
          passkey: {
            rpIds: ['platform.example.com'],
            origins: ['https://app.platform.example.com'],
          },
        },
      },
    },
    {
      name: 'cardLimits',
      title: '500 dollars a day at most for every card',
      body: { cardConfigs: { maxSpendPerDay: 50_000 } },
    },
    {
      name: 'fees',
      title: 'Take a fee of dollars that are converted: 0.5 % and 25 cents',
      body: {
        feeConfigs: [
          {
            feeType: 'CROSS_CURRENCY_TRANSACTION',
            sourceCurrency: 'USD',
            variableFeeBps: 50,
            fixedFee: { amount: 25, currency: 'USD' },
          },
        ],
      },
    },
  ],
  createCustomer: [
    {
      name: 'individual',
      title: 'An individual, who gets an embedded wallet',
      headers: { 'Idempotency-Key': 'signup-4711' },
      body: ada,
      needs: 'WALLET_PROVIDER',
    },
    {
      name: 'individualWithConsent',
      title: 'An individual who has accepted agreements and may be verified',
      body: {
        ...ada,
        address,
        idType: 'SSN',
        identifier: '123-45-6789',
        agreementConsents: [consentOf('SERVICE_END_USER_TERMS'), consentOf('BANK_PRIVACY_POLICY')],
      },
    },
    {
      name: 'withPhoneNumber',
      title: 'An individual in a region of strong customer authentication',
      body: { ...ada, region: 'DE', phoneNumber: given.germanPhoneNumber },
    },
    {
      name: 'business',
      title: 'A business',
      body: {
        customerType: 'BUSINESS',
        platformCustomerId: 'company-4711',
        region: 'US',
        email: given.officeEmail,
        address,
        businessInfo: { ...businessInfo, taxId: '12-3456789' },
      },
    },
  ],
  listCustomers: [
    { name: 'newest', title: 'The newest, a page of 20', query: { limit: 20 } },
    {
      name: 'byOwnId',
      title: 'The one with your own id',
      query: { platformCustomerId: given.ownCustomerId },
    },
    {
      name: 'byName',
      title: 'Those whose name or last name begins with a text',
      query: { name: 'love' },
    },
    { name: 'byEmail', title: 'Those with an email', query: { email: given.email } },
    {
      name: 'byUmaAddress',
      title: 'The one with a UMA address, even if it is deleted',
      query: { umaAddress: given.umaAddress, isIncludingDeleted: true },
    },
    {
      name: 'businesses',
      title: 'Businesses that were created this year',
      query: { customerType: 'BUSINESS', createdAfter: '2026-01-01T00:00:00.000Z' },
    },
  ],
  getCustomer: [{ name: 'customer', title: 'Read a customer', path: { customerId: customer } }],
  updateCustomerById: [
    {
      name: 'address',
      title: 'Change the address: no signature is needed',
      path: { customerId: customer },
      body: { customerType: 'INDIVIDUAL', address: { ...address, line1: '12 St James’s Square' } },
    },
    {
      name: 'agreements',
      title: 'Record an agreement that the customer has accepted',
      path: { customerId: customer },
      body: {
        customerType: 'INDIVIDUAL',
        agreementConsents: [consentOf('SERVICE_END_USER_TERMS')],
      },
    },
    {
      name: 'email',
      title: 'Change the email of a wallet: the first call',
      path: { customerId: customer },
      body: { customerType: 'INDIVIDUAL', email: given.otherEmail },
      status: 202,
      needs: 'WALLET_PROVIDER',
    },
    {
      name: 'emailSigned',
      title: 'Change the email of a wallet: the signed retry',
      path: { customerId: customer },
      headers: { 'Service-Wallet-Signature': given.stamp, 'Request-Id': given.request },
      body: { customerType: 'INDIVIDUAL', email: given.otherEmail },
    },
  ],
  deleteCustomerById: [
    { name: 'customer', title: 'Delete a customer', path: { customerId: given.leavingCustomer } },
  ],
  getAgreements: [{ name: 'agreements', title: 'The agreements in force' }],
  getEndUserTerms: [{ name: 'terms', title: 'The terms in force' }],
  createCustomerKycLink: [
    {
      name: 'link',
      title: 'A link to the hosted verification',
      path: { customerId: given.unknownPerson },
      headers: { 'Idempotency-Key': 'kyc-4711' },
      body: { redirectUri: 'https://app.platform.example.com/verified' },
      secrets: ['kycUrl'],
    },
  ],
  createVerification: [
    { name: 'business', title: 'Submit a business', body: { customerId: business } },
    {
      name: 'individual',
      title: 'Submit an individual',
      body: { customerId: given.unknownPerson },
    },
  ],
  listVerifications: [
    { name: 'ofCustomer', title: 'Those of a customer', query: { customerId: business } },
    {
      name: 'toResolve',
      title: 'Those with errors to resolve',
      query: { verificationStatus: 'RESOLVE_ERRORS' },
    },
  ],
  getVerification: [
    {
      name: 'verification',
      title: 'Read a verification',
      path: { verificationId: given.verification },
    },
  ],
  createBeneficialOwner: [
    {
      name: 'owner',
      title: 'An owner who controls the business',
      body: {
        customerId: business,
        roles: ['UBO', 'CONTROL_PERSON'],
        ownershipPercentage: 60,
        personalInfo: { ...grace, identifier: '212-65-4321' },
      },
    },
  ],
  listBeneficialOwners: [
    { name: 'ofBusiness', title: 'Those of a business', query: { customerId: business } },
  ],
  getBeneficialOwner: [
    { name: 'owner', title: 'Read an owner', path: { beneficialOwnerId: given.owner } },
  ],
  updateBeneficialOwner: [
    {
      name: 'share',
      title: 'Change the share',
      path: { beneficialOwnerId: given.owner },
      body: { ownershipPercentage: 40 },
    },
  ],
  uploadDocument: [
    {
      name: 'passport',
      title: 'The passport of an individual',
      body: {
        documentType: 'PASSPORT',
        country: 'GB',
        documentNumber: '123456789',
        issuingAuthority: 'HM Passport Office',
        documentHolder: given.unknownPerson,
      },
      file: 'passport.jpg',
    },
    {
      name: 'incorporation',
      title: 'The certificate of a business',
      body: {
        documentType: 'CERTIFICATE_OF_INCORPORATION',
        country: 'US',
        documentHolder: business,
      },
      file: 'certificate.pdf',
    },
  ],
  replaceDocument: [
    {
      name: 'passport',
      title: 'A better picture',
      path: { documentId: given.document },
      body: {
        documentType: 'PASSPORT',
        country: 'GB',
        documentNumber: '123456789',
        issuingAuthority: 'HM Passport Office',
      },
      file: 'passport.jpg',
    },
  ],
  listDocuments: [
    {
      name: 'ofHolder',
      title: 'Those of a holder',
      query: { documentHolder: given.unknownPerson },
    },
  ],
  getDocument: [
    { name: 'document', title: 'Read a document', path: { documentId: given.document } },
  ],
  deleteDocument: [
    { name: 'document', title: 'Delete a document', path: { documentId: given.document } },
  ],
  uploadCustomersCsv: [
    {
      name: 'file',
      title: 'A file of customers',
      body: {},
      file: 'customers.csv',
      needs: 'WALLET_PROVIDER',
    },
  ],
  getBulkCustomerImportJob: [{ name: 'job', title: 'How far it is', path: { jobId: given.job } }],
  listBulkCustomerImportErrors: [
    {
      name: 'errors',
      title: 'The rows that were refused',
      path: { jobId: given.job },
      query: { limit: 50 },
    },
  ],
  createInvitation: [
    {
      name: 'invitation',
      title: 'With a greeting and an amount that is shown',
      body: { inviterUma: given.umaAddress, firstName: 'Grace', amountToSend: 5_000_000 },
    },
  ],
  getInvitation: [
    { name: 'invitation', title: 'Read an invitation', path: { invitationCode: given.invitation } },
  ],
  claimInvitation: [
    {
      name: 'claim',
      title: 'For a customer of yours',
      path: { invitationCode: given.invitation },
      body: { inviteeUma: given.otherUmaAddress },
    },
  ],
  cancelInvitation: [
    {
      name: 'cancel',
      title: 'Take an invitation back',
      path: { invitationCode: given.invitation },
    },
  ],
  createToken: [
    {
      name: 'payouts',
      title: 'A token that moves money',
      body: { name: 'Payouts', permissions: ['TRANSACT'] },
      secrets: ['clientSecret'],
    },
    {
      name: 'reports',
      title: 'A token that reads',
      body: { name: 'Reports', permissions: ['VIEW'] },
    },
  ],
  getOwnToken: [{ name: 'own', title: 'What this token may do' }],
  listRequests: [
    {
      name: 'refused',
      title: 'Quotes that were refused as invalid',
      query: { path: '/2025-10-13/quotes', method: 'POST', status: 400 },
    },
    {
      name: 'byId',
      title: 'The one with an `X-Request-Id`',
      query: { requestId: given.loggedRequest },
    },
  ],
  listTokens: [{ name: 'all', title: 'All tokens' }],
  getTokenById: [{ name: 'token', title: 'Read a token', path: { tokenId: given.token } }],
  deleteTokenById: [{ name: 'token', title: 'Delete a token', path: { tokenId: given.token } }],
}
