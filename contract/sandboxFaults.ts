/** The faults that can be ordered of the sandbox's outside parties, in words. */

export const faultParties = {
  provider: 'the wallet provider',
  rail: 'the payout rail',
  verification: 'the verification vendor',
  messages: 'mails and text messages',
  cards: 'the card issuer',
  stablecoins: 'the stablecoin provider',
} as const

export const faultEffects = {
  delay: 'The answer comes late: after delayMs, or a second.',
  errorBefore: 'It answers an error and has done nothing.',
  errorAfter: 'It is done, and the answer is an error.',
  lostAnswer: 'It is done, and the connection ends without an answer.',
  twice: 'It is done twice at the same time, as by a network that repeats.',
  stuckPending: 'It stays pending until the fault is removed.',
  outOfOrder: 'It is held back, so that what comes later overtakes it.',
  tooManyRequests: 'It answers that there are too many requests.',
  unsigned: 'A notice comes without a signature.',
  nonsense: 'It answers success, with another body.',
} as const

export type SandboxFaults = {
  readonly parties: Readonly<Record<string, string>>
  readonly effects: Readonly<Record<string, string>>
}

export const sandboxFaults: SandboxFaults = { parties: faultParties, effects: faultEffects }
