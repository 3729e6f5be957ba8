/** Identifiers `<Type>:<uuid>`. */
import type { JSONSchema } from 'json-schema-to-ts'

export const kinds = [
  'Customer',
  'ExternalAccount',
  'InternalAccount',
  'AuthMethod',
  'Session',
  'Quote',
  'Transaction',
  'Request',
  'Operation',
  'Webhook',
  'WebhookDelivery',
  'PlatformConfig',
  'Token',
  'Lookup',
  'Agent',
  'AgentAction',
  'BeneficialOwner',
  'Verification',
  'ScaChallenge',
  'ScaReset',
  'Document',
  'Job',
  'Card',
  'DelegatedKey',
  'StablecoinProviderAccount',
  'Stablecoin',
  'StablecoinOperation',
  'Deposit',
  'CardDispute',
  'SandboxFault',
] as const
export type Kind = (typeof kinds)[number]
export type Id<K extends Kind = Kind> = `${K}:${string}`

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * JSON Schema of an id in a response or a body.
 *
 * @param description what it names there
 */
export function idSchema<K extends Kind>(
  kind: K,
  description?: string,
): { readonly type: 'string'; readonly pattern: string; readonly example: string } {
  return {
    type: 'string',
    pattern: idPattern(kind),
    example: `${kind}:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21`,
    ...(description !== undefined && { description }),
  } as const satisfies JSONSchema & { example: string }
}

/** As `idSchema`, of what a caller sends: an older prefix is read too. */
export function givenIdSchema(kind: Kind, description: string) {
  return { ...idSchema(kind, description), pattern: givenPattern(kind) }
}

/** JSON Schema of an id in a filter, which may lack its kind. */
export function looseIdSchema<K extends Kind>(
  kind: K,
  description: string,
): { readonly type: 'string'; readonly pattern: string; readonly description: string } {
  return { type: 'string', pattern: `^(?:${kind}:)?${uuid}$`, description }
}

/** `Quote:<uuid>` of a UUID. */
export function idOf<K extends Kind>(kind: K, bareUuid: string): Id<K> {
  return `${kind}:${bareUuid}`
}

/**
 * Also read where a caller names one, instead of the kind with its colon: in August the transactions of cards had a prefix
 * of their own, and jobs of imports none.
 */
const olderPrefixes: Partial<Record<Kind, string>> = { Transaction: 'CardTransaction:', Job: '' }

const patterns = new Map(kinds.map((kind) => [kind, new RegExp(givenPattern(kind))]))

const anyId = new RegExp(`^([A-Za-z]+):(${uuid})$`)
const bareId = new RegExp(`^${uuid}$`)

/** What is wrong with an id where one of those kinds is expected: `is a Customer id, expected Quote`. */
export function idProblem(expected: readonly Kind[], given: string): string {
  const [, type = ''] = anyId.exec(given) ?? []
  const other = kinds.find((kind) => kind === type)
  const form = (uuidText: string): string =>
    expected.map((kind) => `${kind}:<${uuidText}>`).join(' or ')
  if (other !== undefined && !expected.includes(other)) {
    return `is ${withArticle(other)} id, expected ${expected.join(' or ')}`
  }
  if (bareId.test(given)) return `lacks its type, expected ${form('uuid')}`
  if (anyId.test(given.toLowerCase())) return `must be written as ${form('uuid in lower case')}`
  return `is no id, expected ${form('uuid')}`
}

function withArticle(word: string): string {
  return `${/^[AEIO]/.test(word) ? 'an' : 'a'} ${word}`
}

/** The kind whose ids a pattern of `idSchema` or `givenIdSchema` describes. */
export function kindOfPattern(pattern: string): Kind | undefined {
  return kinds.find((kind) => pattern === idPattern(kind) || pattern === givenPattern(kind))
}

function idPattern(kind: Kind): string {
  return `^${kind}:${uuid}$`
}

function givenPattern(kind: Kind): string {
  const older = olderPrefixes[kind]
  return `^${older === undefined ? `${kind}:` : `(?:${kind}:|${older})`}(${uuid})$`
}

/** Whether a text is an id of ours, of whatever kind. */
export function isId(text: string): boolean {
  const [, kind = ''] = anyId.exec(text) ?? []
  return kinds.some((each) => each === kind)
}

/** The UUID of an id of that kind, without its prefix, or undefined: an id of another shape names nothing. */
export function uuidOf(kind: Kind, id: string): string | undefined {
  return patterns.get(kind)?.exec(id)?.[1]
}

const LIVENESS = 'OwnershipChallenge:'

/** How the verification vendor knows the liveness check of an external account. @param id UUID of the challenge */
export function livenessActionId(id: string): string {
  return `${LIVENESS}${id}`
}

const livenessPattern = new RegExp(`^${LIVENESS}(${uuid})$`)

/** The UUID of the challenge; undefined for a check of another kind. */
export function challengeOfAction(actionId: string): string | undefined {
  return livenessPattern.exec(actionId)?.[1]
}
