/** The vendor's names of our document types and of the roles of a company's people. */

type VendorDocument = { readonly idDocType: string; readonly idDocSubType?: string }

const company = (idDocSubType?: string): VendorDocument => ({
  idDocType: 'COMPANY_DOC',
  ...(idDocSubType !== undefined && { idDocSubType }),
})

const documents: Readonly<Record<string, VendorDocument>> = {
  PASSPORT: { idDocType: 'PASSPORT' },
  NATIONAL_ID: { idDocType: 'ID_CARD' },
  DRIVERS_LICENSE: { idDocType: 'DRIVERS' },
  SELFIE: { idDocType: 'SELFIE' },
  PROOF_OF_ADDRESS: { idDocType: 'UTILITY_BILL' },
  UTILITY_BILL: { idDocType: 'UTILITY_BILL' },
  ELECTRICITY_BILL: { idDocType: 'UTILITY_BILL' },
  BANK_STATEMENT: { idDocType: 'BANK_STATEMENT' },
  TAX_RETURN: { idDocType: 'TAX_RETURN' },
  RENT_OR_LEASE_AGREEMENT: { idDocType: 'RENTAL_AGREEMENT' },
  CERTIFICATE_OF_INCORPORATION: company('INCORPORATION_CERT'),
  ARTICLES_OF_INCORPORATION: company('INCORPORATION_ARTICLES'),
  ARTICLES_OF_ASSOCIATION: company('INCORPORATION_ARTICLES'),
  STATE_REGISTRY_EXCERPT: company('STATE_REGISTRY'),
  STATE_COMPANY_REGISTRY: company('STATE_REGISTRY'),
  GOOD_STANDING_CERTIFICATE: company('GOOD_STANDING_CERT'),
  INCUMBENCY_CERTIFICATE: company('INCUMBENCY_CERT'),
  BUSINESS_LICENSE: company('REGULATORY_LICENSE'),
  SHAREHOLDER_REGISTER: company('SHAREHOLDER_REGISTRY'),
  DIRECTOR_REGISTRY: company('DIRECTORS_REGISTRY'),
  INFORMATION_STATEMENT: company('INFORMATION_STATEMENT'),
  TRUST_AGREEMENT: company('TRUST_AGREEMENT'),
  POWER_OF_ATTORNEY: company('POWER_OF_ATTORNEY'),
}

/** What the vendor calls a document; one without a counterpart is a company's document of no kind. */
export function vendorDocumentOf(documentType: string): VendorDocument {
  return documents[documentType] ?? company()
}

const roles: Readonly<Record<string, string>> = {
  UBO: 'ubo',
  DIRECTOR: 'director',
  COMPANY_OFFICER: 'companyOfficer',
  TRUSTEE: 'trustee',
  CONTROL_PERSON: 'representative',
  GENERAL_PARTNER: 'representative',
}

/** The vendor's words for the roles of a beneficial owner, each once. */
export function beneficiaryTypes(ownRoles: readonly string[]): string[] {
  return [...new Set(ownRoles.map((role) => roles[role] ?? 'others'))]
}
