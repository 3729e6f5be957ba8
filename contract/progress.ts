/** What a workflow waits for, as its query `progress` answers, and the words in which an answer says so. */
import { type CalledParty, partyNames } from './outsideParties.ts'

/** CUSTOMER: a person, on a device or a page of a vendor. SERVICE: ourselves, with a step of the database. */
export type ActingParty = CalledParty | 'CUSTOMER' | 'SERVICE'

export type Progress = {
  /** For operators: names the step, without personal data. */
  readonly step: string
  /** ISO 8601, by Temporal's clock. */
  readonly since: string
  /** How often this run has begun the step; Temporal's own repeats of a call are not among them. */
  readonly attempts: number
  /** Who must act. */
  readonly party: ActingParty
}

const names: Readonly<Record<Exclude<ActingParty, 'SERVICE'>, string>> = {
  ...partyNames,
  PLATFORM: 'platform',
  CUSTOMER: 'customer',
  DOCUMENT_STORE: 'store of files',
}

/** Who is waited for, in an answer to a platform. It says nothing else of what is under way. */
export function waitSentence(progress: Pick<Progress, 'party'> | undefined): string {
  if (progress === undefined || progress.party === 'SERVICE')
    return 'The operation has not finished'
  return `The operation waits for the ${names[progress.party]}`
}
