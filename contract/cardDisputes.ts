/** Disputes of cardholders about purchases, in the words of the interface. */
export const cardDispositions = ['WON', 'PARTIALLY_WON', 'LOST', 'WITHDRAWN', 'DENIED'] as const
export type CardDisposition = (typeof cardDispositions)[number]
export type CardDisputeStatus = 'OPEN' | 'CLOSED'
