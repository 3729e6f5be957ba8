/** The signal to the workflow of a verification. SQL functions have it sent by its name. */
import { defineSignal } from '@temporalio/workflow'

/** The vendor has sent a notice, or the platform has submitted again. It carries nothing. */
export const reviewChangedSignal = defineSignal('reviewChanged')
