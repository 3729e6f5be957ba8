/** An import of customers, one of whose two rows is wrong. */
import { given } from '../useCases/given.ts'
import { at } from './shared.ts'

export const importError = {
  correlationId: 'user-4713',
  code: 'INVALID_INPUT',
  message: 'Invalid: birthDate',
  details: {
    row: 2,
    errors: [{ field: 'birthDate', constraint: 'maximum', message: 'must not be in the future' }],
  },
} as const

export const importJob = {
  id: given.job,
  status: 'COMPLETED',
  progress: { total: 2, processed: 2, successful: 1, failed: 1 },
  errors: [importError],
  completedAt: at,
} as const

/** Of a file that lacks a column. */
export const failedImportJob = {
  ...importJob,
  status: 'FAILED',
  progress: { total: 0, processed: 0, successful: 0, failed: 0 },
  errors: [
    {
      correlationId: '0',
      code: 'INVALID_INPUT',
      message: 'Invalid: postalCode',
      details: {
        row: 0,
        errors: [{ field: 'postalCode', constraint: 'required', message: 'is required' }],
      },
    },
  ],
} as const
