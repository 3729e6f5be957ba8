export {
  createVerificationVendor,
  type VendorLevels,
  type VerificationVendorOptions,
} from './client.ts'
export { beneficiaryTypes, vendorDocumentOf } from './documentTypes.ts'
export { endsApplicant, mayOpenReview, type Notice, noticeIn } from './notice.ts'
export { isSignedNotice, noticeDigest, requestSignature } from './signature.ts'
export {
  type Applicant,
  type ApplicantType,
  type Beneficiary,
  type CompanyInfo,
  type DocumentUpload,
  type LinkRequest,
  type LivenessResult,
  type NewApplicant,
  type PersonInfo,
  type ReviewResult,
  type ReviewStatus,
  type UploadResult,
  type VendorAddress,
  VendorError,
  type VendorErrorKind,
  type VerificationVendor,
} from './vendor.ts'
