/** The signal to the workflow of a verification, apart from the workflow for those who only send it. */
import { defineSignal } from '@temporalio/workflow'

/** The vendor has sent a notice, or the platform has submitted again. It carries nothing. */
export const reviewChangedSignal = defineSignal('reviewChanged')
