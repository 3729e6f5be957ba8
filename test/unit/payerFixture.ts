/** Payers who are asked for strong authentication, and their proofs, by the SQL functions alone. */
import { randomUUID } from 'node:crypto'
import type { Authorized } from '../../db/authorizationFunctions.ts'
import type { Database } from '../../db/database.ts'
import type { LedgerFixture, PlannedPayment } from './ledgerFixture.ts'

type Columns = Readonly<Record<string, unknown>>

export type Payer = {
  readonly customerId: string
  /** Ends its login, so that it must log in again. */
  logOut(): Promise<void>
  /** Its proof for a payment; of the last challenge. */
  prove(planned: Pick<PlannedPayment, 'id'>, proof?: ProofOptions): Promise<Authorized['outcome']>
  challengesOf(subjectId: string): Promise<Columns[]>
}

export type ProofOptions = { readonly isRight?: boolean; readonly text?: string }

export function orderOf(planned: PlannedPayment): Columns {
  return planned.order as Columns
}

/** The planned payment with other fields. */
export function withOrder(planned: PlannedPayment, changes: Columns): PlannedPayment {
  return { ...planned, order: { ...planned.order, ...changes } }
}

/** Puts the fixture's first customer into a region, with a verified phone number and a login. */
export async function aPayer(database: Database, fixture: LedgerFixture): Promise<Payer> {
  const customerId = String(orderOf(fixture.planned('BANK', 2)).customerId)
  const { platformId } = fixture
  await database.query({
    text: `update customers set region = 'DE', phone_number = '+491701234567' where id = $1`,
    values: [customerId],
  })
  await database.query({
    text: 'update customers set phone_verified_at = service_now() where id = $1',
    values: [customerId],
  })
  await logIn(database, platformId, customerId)
  const challengesOf: Payer['challengesOf'] = (subjectId) =>
    database.query<Columns>({
      text: 'select * from sca_challenges where subject_id = $1 order by created_at',
      values: [subjectId],
    })
  return {
    customerId,
    challengesOf,
    async logOut() {
      await database.call('end_sca_sessions', customerId)
    },
    async prove({ id: paymentId }, { isRight = true, text = randomUUID() } = {}) {
      const challengeId = String((await challengesOf(paymentId)).at(-1)?.id ?? randomUUID())
      const { outcome } = await database.call('authorize_payment', {
        ...{ platformId, customerId, paymentId, challengeId, isRight, codeKey: 'key' },
        ...{ factor: 'SMS_OTP', proof: { kind: 'CODE' } },
        proofHash: Buffer.from(text).toString('hex'),
      })
      return outcome
    },
  }
}

export async function logIn(
  database: Database,
  platformId: string,
  customerId: string,
): Promise<void> {
  await database.query({
    text: `insert into sca_sessions (id, platform_id, customer_id, factor, expires_at)
      values ($1, $2, $3, 'SMS_OTP', service_now() + interval '1 day')`,
    values: [randomUUID(), platformId, customerId],
  })
}
