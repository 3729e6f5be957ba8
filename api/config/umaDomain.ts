/** Which UMA domain a platform may take. */
import { type FieldError, Refusal } from '../../contract/errors.ts'
import { SANDBOX_UMA_DOMAINS } from '../../contract/umaAddress.ts'
import { domainProofOf } from '../../domain/addresses/umaDomain.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Platform } from '../operation.ts'

export const takenDomain: FieldError = problem('is the domain of another platform')
export const usedDomain: FieldError = problem(
  'cannot change: the present domain has addresses of customers',
)

/**
 * What forbids the platform to take this domain; nothing, where it is the platform's own in upper or lower case.
 *
 * @throws Refusal SERVICE_UNAVAILABLE when the proof of a production domain cannot be looked up
 */
export async function umaDomainProblems(
  { database, findTxtRecords }: Dependencies,
  platform: Platform,
  domain: string,
): Promise<FieldError[]> {
  const { own, is_used, is_taken } = await database.one<{
    own: string
    is_used: boolean
    is_taken: boolean
  }>({
    name: 'uma_domain',
    text: `select lower(p.uma_domain) as own, (select id from customers where platform_id = p.id
          order by platform_customer_id limit 1) is not null as is_used,
        exists (select 1 from platforms o where o.environment = p.environment
          and lower(o.uma_domain) = $2 and o.id <> p.id) as is_taken
      from platforms p where p.id = $1`,
    values: [platform.id, domain.toLowerCase()],
  })
  if (own === domain.toLowerCase()) return []
  if (is_used) return [usedDomain]
  if (is_taken) return [takenDomain]
  if (platform.environment === 'SANDBOX') {
    const isReserved = SANDBOX_UMA_DOMAINS.includes(domain.toLowerCase())
    return isReserved ? [problem('is a domain of the sandbox')] : []
  }
  const { name, value } = domainProofOf(platform.id, domain)
  const records = await findTxtRecords(name).catch(() => {
    throw new Refusal('SERVICE_UNAVAILABLE', {
      reason: `The DNS servers of ${name} do not answer; send the request again.`,
      retryAfterSeconds: 5,
    })
  })
  if (records.some((record) => record.trim() === value)) return []
  return [problem(`needs the DNS record: ${name} TXT "${value}"`)]
}

function problem(message: string): FieldError {
  return { field: 'umaDomain', constraint: 'not', message }
}
