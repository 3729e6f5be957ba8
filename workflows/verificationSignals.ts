/** What the workflow of a verification is told, apart from the workflow for those who only tell. */
import { defineSignal } from '@temporalio/workflow'

/** The vendor has told something, or the platform has submitted again. It carries nothing. */
export const reviewChangedSignal = defineSignal('reviewChanged')
