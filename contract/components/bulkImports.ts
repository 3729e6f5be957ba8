/** Imports of customers from a CSV file. */
import { idSchema } from '../ids.ts'
import {
  businessInfoFields,
  commonFields,
  identifier,
  individualFields,
  platformCustomerId,
} from './customerFields.ts'
import { Address, dateTime, listOf } from './shared.ts'

export const UploadCustomersCsvRequest = {
  type: 'object',
  required: ['file'],
  properties: {
    file: {
      type: 'string',
      format: 'binary',
      description: 'CSV in UTF-8 with a line of column names; 100 MB and 500,000 rows at most.',
    },
  },
} as const

export const BulkCustomerImportJobAccepted = {
  type: 'object',
  required: ['jobId', 'status'],
  properties: {
    jobId: idSchema('Job', 'Names the import, to read how far it is.'),
    status: {
      type: 'string',
      enum: ['PENDING', 'PROCESSING'],
      description:
        'PENDING: it waits for its turn. PROCESSING: rows are being judged. Both go on by themselves.',
    },
  },
} as const

export const BulkCustomerImportErrorEntry = {
  type: 'object',
  required: ['correlationId', 'code', 'message'],
  properties: {
    correlationId: {
      type: 'string',
      description: "The row's `platformCustomerId`; without one the number of the row.",
    },
    code: {
      type: 'string',
      example: 'INVALID_INPUT',
      description:
        'What `POST /customers` would have answered, for example `INVALID_INPUT` or `CONFLICT`.',
    },
    message: { type: 'string', description: 'Why the row was not imported, in English.' },
    details: {
      type: 'object',
      description: 'Which row it is, and every wrong column of it.',
      required: ['row'],
      properties: {
        row: {
          type: 'integer',
          minimum: 0,
          description: 'The first row after the column names is 1; they are row 0.',
        },
        errors: {
          type: 'array',
          description: 'An entry for each wrong column; absent where no single column is wrong.',
          items: {
            type: 'object',
            required: ['field', 'constraint', 'message'],
            properties: {
              field: { type: 'string', description: 'The name of the column that is wrong.' },
              constraint: {
                type: 'string',
                description: 'The rule that the value breaks, for example `required` or `pattern`.',
              },
              message: { type: 'string', description: 'What must be otherwise, in English.' },
            },
          },
        },
      },
    },
  },
} as const
export const BulkCustomerImportErrorList = listOf(BulkCustomerImportErrorEntry)

const count = {
  type: 'integer',
  minimum: 0,
  description: 'Rows, without the line of column names.',
} as const

/** How many errors a job and its webhook show; a list has all of them. */
export const IMPORT_ERRORS_SHOWN = 1_000

export const BulkCustomerImportJob = {
  type: 'object',
  required: ['id', 'status', 'progress'],
  properties: {
    id: idSchema('Job', 'Names the import; the upload has answered it as `jobId`.'),
    status: {
      type: 'string',
      enum: ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'],
      description:
        'COMPLETED: every row was judged, and is a customer or an error. FAILED: it went no further; ' +
        'its last error says in which row and why. A file that cannot be read has created nothing.',
    },
    progress: {
      type: 'object',
      description: 'How far it is: `processed` are judged, of which `successful` became customers.',
      required: ['total', 'processed', 'successful', 'failed'],
      properties: {
        total: { ...count, description: 'Rows of the file; 0 until it has been read.' },
        processed: {
          ...count,
          description: 'Rows that are judged so far: `successful` and `failed` together.',
        },
        successful: { ...count, description: 'Rows that have become customers.' },
        failed: { ...count, description: 'Rows that have not, each with an error.' },
      },
    },
    errors: {
      type: 'array',
      items: BulkCustomerImportErrorEntry,
      description: `The first ${IMPORT_ERRORS_SHOWN}, in the order of the file.`,
    },
    completedAt: {
      ...dateTime,
      description: 'When the last row was judged, or it went no further. Absent until then.',
    },
  },
} as const

/** A row of the file: names of columns, values that are not empty. */
const row = {
  platformCustomerId,
  umaAddress: commonFields.umaAddress,
  addressLine1: Address.properties.line1,
  addressLine2: Address.properties.line2,
  city: Address.properties.city,
  state: Address.properties.state,
  postalCode: Address.properties.postalCode,
  country: Address.properties.country,
  email: commonFields.email,
} as const
/** As of an address. */
const postalCode = { if: Address.if, else: Address.else } as const
const always = [
  'umaAddress',
  'platformCustomerId',
  'addressLine1',
  'city',
  'state',
  'country',
] as const

export const importedRows = {
  INDIVIDUAL: {
    type: 'object',
    required: [...always, 'fullName', 'birthDate'],
    ...postalCode,
    properties: {
      ...row,
      fullName: individualFields.fullName,
      birthDate: individualFields.birthDate,
    },
  },
  BUSINESS: {
    type: 'object',
    required: [...always, 'businessLegalName'],
    ...postalCode,
    properties: {
      ...row,
      businessLegalName: businessInfoFields.legalName,
      businessRegistrationNumber: businessInfoFields.registrationNumber,
      businessTaxId: identifier,
    },
  },
} as const

/** Columns that a file must have. */
export const requiredColumns = [...always, 'postalCode', 'customerType'] as const

/** Columns whose values are taken; the two last are of the interface, and are read over. */
export const importColumns: ReadonlySet<string> = new Set([
  ...requiredColumns,
  ...Object.keys(importedRows.INDIVIDUAL.properties),
  ...Object.keys(importedRows.BUSINESS.properties),
  'platformAccountId',
  'description',
])
