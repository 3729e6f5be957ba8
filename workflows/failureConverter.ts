/** Messages and stacks of failures are encoded like every other payload. */
import { DefaultFailureConverter } from '@temporalio/common'

export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true })
