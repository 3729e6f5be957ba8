/**
 * Proofs of a person: a code that was sent, a code of an authenticator app, a recovery code, an
 * assertion of a passkey. What can be checked without a lock is checked here, outside the transaction;
 * `answer_sca_challenge` then judges the result, counts it and uses it up.
 */
import { type FieldError, invalidInput, Refusal } from '../../contract/errors.ts'
import { shownInstant } from '../../contract/present/index.ts'
import { totpSecretOf } from '../../contract/sealedText.ts'
import type { Judged, Proof, ScaFactor, ScaLock } from '../../db/scaFunctions.ts'
import { recoveryCodeHash } from '../../domain/sca/recoveryCodes.ts'
import { totpStepOf } from '../../domain/sca/totp.ts'
import { SANDBOX_CODE } from '../../runtime/oneTimeCodes.ts'
import type { Dependencies } from '../dependencies.ts'
import type { ScaCustomer } from './customer.ts'
import type { GivenProof, ProofFacts } from './givenProof.ts'
import { assertionIn, counterOfAssertion } from './passkeyProof.ts'

/**
 * A proof in the form in which it is judged. A wrong one is no error here: it must be counted.
 *
 * @throws Refusal INVALID_INPUT for a proof that has not the shape of its factor; CONFLICT for a factor
 *   that the customer has not enrolled
 */
export async function proofOf(
  dependencies: Dependencies,
  customer: ScaCustomer,
  given: GivenProof,
): Promise<Proof> {
  const { factor, challengeId } = given
  const problems = shapeProblems(given)
  if (problems.length > 0) throw invalidInput(problems)
  const facts = await readFacts(dependencies, customer.id, factor, challengeId)
  if (factor !== 'SMS_OTP' && facts.factor_id === null) throw notEnrolled(factor)
  const whose = { platformId: customer.platformId, customerId: customer.id, factor, challengeId }
  if (factor === 'PASSKEY') {
    const counter = await counterOfAssertion(customer, facts, given)
    const factorId = facts.factor_id ?? ''
    return {
      ...whose,
      isRight: counter !== undefined,
      proof: { kind: 'PASSKEY', factorId, counter: counter ?? 0 },
    }
  }
  const code = given.code ?? ''
  if (factor === 'TOTP')
    return { ...whose, ...totpProof(dependencies, customer, facts, given, code) }
  const { environment } = customer
  const source = { id: challengeId ?? '', codeKey: facts.code_key ?? '', environment }
  return { ...whose, isRight: dependencies.codes.isCodeOf(source, code), proof: { kind: 'CODE' } }
}

/** @throws Refusal CONFLICT */
export function notEnrolled(factor: ScaFactor): Refusal {
  const reason =
    factor === 'SMS_OTP'
      ? 'The customer has no verified phone number.'
      : `The customer has not enrolled ${factor}.`
  return new Refusal('CONFLICT', { reason })
}

/**
 * The refusal of a proof that was judged not to be right: `400`, or `423` while logins are locked.
 *
 * @param field of the body that holds the proof
 */
export function proofRefusal(judged: Exclude<Judged, { outcome: 'OK' }>, field: string): Refusal {
  if (judged.outcome === 'LOCKED') return lockedRefusal(judged)
  const message =
    judged.outcome === 'WRONG'
      ? 'is not right'
      : 'is of no open challenge: it has expired or was used'
  return invalidInput([{ field, constraint: 'format', message }])
}

/** `423` with the details of the lock. */
export function lockedRefusal({ failedAttempts, lockedUntil, suspended }: ScaLock): Refusal {
  return new Refusal('ACCOUNT_LOCKED', {
    reason: suspended
      ? 'The login is suspended: there were too many wrong proofs.'
      : 'The login is locked: there were too many wrong proofs.',
    details: { lockedUntil: shownLock(lockedUntil), failedAttempts, suspended },
  })
}

/** ISO 8601 with milliseconds, UTC; null without a lock that ends. */
export function shownLock(lockedUntil: string | null): string | null {
  return lockedUntil === null ? null : shownInstant(lockedUntil)
}

/** Which member of a body holds the proof. */
export function proofField(factor: ScaFactor): 'code' | 'passkeyAssertion' {
  return factor === 'PASSKEY' ? 'passkeyAssertion' : 'code'
}

/** What the shape of a proof lacks for its factor. */
export function shapeProblems(given: GivenProof): FieldError[] {
  const { factor, code, origin, passkeyAssertion } = given
  const missing = (field: string): FieldError => {
    return { field, constraint: 'required', message: `is required with ${factor}` }
  }
  if (factor !== 'PASSKEY') return code === null || code === undefined ? [missing('code')] : []
  return [
    ...(typeof origin === 'string' ? [] : [missing('origin')]),
    ...(passkeyAssertion ? assertionIn(passkeyAssertion).problems : [missing('passkeyAssertion')]),
  ]
}

function totpProof(
  { records, clock }: Dependencies,
  { environment }: ScaCustomer,
  facts: ProofFacts,
  { allowsRecoveryCode }: GivenProof,
  code: string,
): Pick<Proof, 'isRight' | 'proof'> {
  if (environment === 'SANDBOX' && code === SANDBOX_CODE) {
    return { isRight: true, proof: { kind: 'CODE' } }
  }
  const hash = allowsRecoveryCode ? recoveryCodeHash(code) : undefined
  // Whether there is such a code is found when it is used up.
  if (hash !== undefined) return { isRight: true, proof: { kind: 'RECOVERY_CODE', hash } }
  const factorId = facts.factor_id ?? ''
  const secret = records.open(facts.secret ?? '', totpSecretOf(factorId))
  const step = totpStepOf(secret, code, clock.now())
  return { isRight: step !== undefined, proof: { kind: 'TOTP', factorId, step: step ?? 0 } }
}

function readFacts(
  { database }: Dependencies,
  customerId: string,
  factor: ScaFactor,
  challengeId: string | undefined,
): Promise<ProofFacts> {
  return database.one<ProofFacts>({
    name: 'sca_proof_facts',
    text: `select s.code_key, s.passkey_challenge, f.id as factor_id, f.secret, f.credential_id,
        f.public_key, f.counter, f.rp_id
      from (select 1) x
      left join sca_challenges s on s.id = $3 and s.customer_id = $1 and s.factor = $2
      left join sca_factors f on f.customer_id = $1 and f.type = $2 and f.status = 'ACTIVE'`,
    values: [customerId, factor, challengeId ?? null],
  })
}
