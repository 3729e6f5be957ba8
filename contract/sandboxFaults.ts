/** The faults that can be injected into the sandbox's outside parties, described. */

export const faultParties = {
  provider: 'the wallet provider',
  rail: 'the payout rail',
  verification: 'the verification vendor',
  messages: 'mails and text messages',
  cards: 'the card issuer',
  stablecoins: 'the stablecoin provider',
} as const

export const faultEffects = {
  delay: 'Delays the response by delayMs (default: one second).',
  errorBefore: 'Responds with an error without performing the operation.',
  errorAfter: 'Performs the operation, then responds with an error.',
  lostAnswer: 'Performs the operation, then closes the connection without a response.',
  twice: 'Performs the operation twice concurrently, like a duplicated request.',
  stuckPending: 'Keeps the operation pending until the fault is removed.',
  outOfOrder: 'Delays the operation so that later ones overtake it.',
  tooManyRequests: 'Responds 429.',
  unsigned: 'Sends the notice without a signature.',
  nonsense: 'Responds 200 with an unexpected body.',
} as const

export type SandboxFaults = {
  readonly parties: Readonly<Record<string, string>>
  readonly effects: Readonly<Record<string, string>>
}

export const sandboxFaults: SandboxFaults = { parties: faultParties, effects: faultEffects }
