/** Device codes: once, within their time, whatever others guess. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  authorizedClient,
  createAgentClient,
} from '../../../../scripts/serviceDriver/apiClient.ts'
import { aCreatedAgent, anAddress, anAgent, type CreatedAgent } from '../../../support/agents.ts'
import { type Resource, withoutRequestId } from '../../../support/builders.ts'
import { call, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'

const created = (): Promise<CreatedAgent> =>
  aCreatedAgent(service().api, service().mine.customer.id)

/** Without credentials. */
function redeem(code: string, address: string = anAddress()): Promise<Answer> {
  const anybody = authorizedClient(service().api.baseUrl, undefined)
  const path = `/agents/device-codes/${encodeURIComponent(code)}/redeem`
  return anybody.call('POST', path, undefined, { 'X-Forwarded-For': address })
}

const WRONG = '0000-0000-0000'

async function expire(agent: Resource): Promise<void> {
  await service().database.query({
    text: 'update agent_device_codes set expires_at = service_now() where agent_id = $1',
    values: [agent.id.slice(6)],
  })
}

describeOperation('redeemAgentDeviceCode', () => {
  test('answers an access token, once', async () => {
    const { agent, code } = await created()
    const answer = await redeem(code)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.body).toEqual({
      agentId: agent.id,
      agentName: agent.name,
      accessToken: expect.stringMatching(/^agt_[0-9a-f]{64}$/),
      policy: agent.policy,
    })
    const its = createAgentClient(service().api.baseUrl, String(answer.body.accessToken))
    expect((await its.call('GET', '/agents/me')).body).toMatchObject({ id: agent.id })
    const again = await redeem(code)
    expect(fieldsOf(again)).toEqual({ code: 'not' })
    expect(again.body.details).toMatchObject({
      errors: [{ message: expect.stringMatching(/redeemed/) }],
    })
    const rows = await service().database.query<{ row: string }>({
      text: 'select to_jsonb(a)::text as row from agents a where id = $1',
      values: [agent.id.slice(6)],
    })
    expect(rows[0]?.row).not.toContain(String(answer.body.accessToken).slice(4))
  })

  test('takes a code as people type it', async () => {
    for (const typed of [
      (code: string) => code.toLowerCase(),
      (code: string) => ` ${code.replaceAll('-', ' ')} `,
      (code: string) => code.replaceAll('-', ''),
      (code: string) => code.replaceAll('0', 'o').replaceAll('1', 'l'),
    ]) {
      expect((await redeem(typed((await created()).code))).status).toBe(200)
    }
  })

  test('refuses an expired code, and does not know others', async () => {
    const { agent, code } = await created()
    await expire(agent)
    const answer = await redeem(code)
    expect(fieldsOf(answer)).toEqual({ code: 'not' })
    expect(answer.body.details).toMatchObject({
      errors: [{ message: expect.stringMatching(/expired/) }],
    })
    const voided = await created()
    await call('POST', `/agents/${voided.agent.id}/device-codes`)
    const deleted = await created()
    await call('DELETE', `/agents/${deleted.agent.id}`)
    const unknown = [WRONG, 'x', '%', 'é'.repeat(500), voided.code, deleted.code]
    const bodies: unknown[] = []
    for (const each of unknown) {
      const refused = await redeem(each)
      expectRefusal(refused, 404, 'REFERENCE_NOT_FOUND')
      bodies.push(withoutRequestId(refused))
    }
    // One answer for all: none says which codes there were.
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  })

  test('fifty at once get one token', async () => {
    const { agent, code } = await created()
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(code)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won.length).toBe(1)
    expect(answers.filter(({ status }) => status === 400).length).toBe(49)
    const its = createAgentClient(service().api.baseUrl, String(won[0]?.body.accessToken))
    expect((await its.call('GET', '/agents/me')).body).toMatchObject({ id: agent.id })
  })

  test('a paused agent connects all the same', async () => {
    const { agent, code } = await created()
    await call('PATCH', `/agents/${agent.id}`, { isPaused: true })
    expect((await redeem(code)).status).toBe(200)
  })
})

describe('wrong device codes', () => {
  test('cost their address, ten a minute, also at once; nobody else', async () => {
    const { code } = await created()
    const address = anAddress()
    const answers = await Promise.all(Array.from({ length: 30 }, () => redeem(WRONG, address)))
    expect(answers.filter(({ status }) => status === 404).length).toBe(10)
    const waiting = answers.filter(({ status }) => status === 429)
    expect(waiting.length).toBe(20)
    for (const { headers } of waiting) {
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    }
    expectRefusal(await redeem(code, address), 429, 'RATE_LIMITED')
    expect((await redeem(code)).status).toBe(200)
  })

  test('of all addresses together leave each one, and never refuse who has none', async () => {
    const { database } = service()
    const [guesser, quiet] = [anAddress(), anAddress()]
    expectRefusal(await redeem(WRONG, guesser), 404, 'REFERENCE_NOT_FOUND')
    const { rows } = await database.one<{ rows: string }>({
      text: `with changed as (update authentication_failures set failures = 1000, window_started_at = service_now()
        where bucket = 'device-code' returning 1) select count(*)::text as rows from changed`,
    })
    expect(rows).toBe('1')
    const mine = await created()
    expectRefusal(await redeem(mine.code, guesser), 429, 'RATE_LIMITED')
    const right = await redeem(mine.code, quiet)
    expect([right.status, right.body]).toEqual([200, right.body])
    expectRefusal(await redeem(WRONG, quiet), 404, 'REFERENCE_NOT_FOUND')
    expectRefusal(await redeem(WRONG, quiet), 429, 'RATE_LIMITED')
    await database.query({
      text: `update authentication_failures set failures = 0 where bucket = 'device-code'`,
    })
    // A minute later the address may guess again.
    const other = anAddress()
    for (let i = 0; i < 10; i += 1) await redeem(WRONG, other)
    await database.query({
      text: `update authentication_failures set window_started_at = service_now() - interval '61 seconds'
        where bucket = $1`,
      values: [`device-code/${other}`],
    })
    expectRefusal(await redeem(WRONG, other), 404, 'REFERENCE_NOT_FOUND')
  })
})

describeOperation('regenerateAgentDeviceCode', () => {
  test('voids the codes before it', async () => {
    const { agent, code } = await created()
    const second = await call('POST', `/agents/${agent.id}/device-codes`)
    expect(second.status).toBe(201)
    expect(second.body).toEqual({
      code: expect.stringMatching(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/),
      agentId: agent.id,
      expiresAt: expect.any(String),
      redeemed: false,
    })
    const third = await call('POST', `/agents/${agent.id}/device-codes`)
    for (const old of [code, String(second.body.code)]) {
      expectRefusal(await redeem(old), 404, 'REFERENCE_NOT_FOUND')
      const status = await call('GET', `/agents/device-codes/${old}/status`)
      expectRefusal(status, 404, 'REFERENCE_NOT_FOUND')
    }
    expect((await redeem(String(third.body.code))).status).toBe(200)
  })

  test('is refused once the agent is connected', async () => {
    const { agent } = await anAgent(service().api, service().mine.customer.id)
    expectRefusal(await call('POST', `/agents/${agent.id}/device-codes`), 409, 'CONFLICT')
  })

  test('at once with a redeem: the agent is connected, or the code void', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { agent, code } = await created()
      const [redeemed, replaced] = await Promise.all([
        redeem(code),
        call('POST', `/agents/${agent.id}/device-codes`),
      ])
      const outcome = `${redeemed.status} ${replaced.status}`
      expect(['200 409', '404 201']).toContain(outcome)
    }
  })

  test('needs an agent', async () => {
    const answer = await call('POST', `/agents/Agent:${randomUUID()}/device-codes`)
    expectRefusal(answer, 404, 'REFERENCE_NOT_FOUND')
  })
})

describeOperation('getAgentDeviceCodeStatus', () => {
  test('says whether it has been redeemed', async () => {
    const { agent, code } = await created()
    const status = (typed: string): Promise<Answer> =>
      call('GET', `/agents/device-codes/${encodeURIComponent(typed)}/status`)
    expect((await status(code)).body).toEqual({ code, redeemed: false })
    expect((await status(code.toLowerCase().replaceAll('-', ' '))).body).toEqual({
      code,
      redeemed: false,
    })
    await redeem(code)
    expect((await status(code)).body).toEqual({ code, redeemed: true })
    const expired = await created()
    await expire(expired.agent)
    expect((await status(expired.code)).body).toEqual({ code: expired.code, redeemed: false })
    for (const other of [WRONG, 'x', agent.id]) {
      expectRefusal(await status(other), 404, 'REFERENCE_NOT_FOUND')
    }
  })
})
