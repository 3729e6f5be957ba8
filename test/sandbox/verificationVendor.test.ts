/** The client of the verification vendor against the sandbox's vendor, over the real wire. */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createVerificationVendor,
  isSignedNotice,
  noticeDigest,
  requestSignature,
  type VerificationVendor,
} from '../../providers/verificationVendor/index.ts'
import { dumpOf, type SandboxProcess, startSandboxProcess, VENDOR } from './sandboxProcess.ts'

type Notice = {
  readonly headers: Record<string, unknown>
  readonly raw: string
  readonly body: Body
}
type Body = { readonly type: string; readonly externalUserId: string; readonly applicantId: string }

let sandbox: SandboxProcess
let vendor: VerificationVendor
let receiver: Server
const notices: Notice[] = []
/** How many notices are answered 500 before one is taken. */
let refusals = 0

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const raw = Buffer.concat(chunks).toString('utf8')
    response.statusCode = refusals-- > 0 ? 500 : 200
    if (response.statusCode === 200) {
      notices.push({ headers: request.headers, raw, body: JSON.parse(raw) as Body })
    }
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  sandbox = await startSandboxProcess({
    SANDBOX_VERIFICATION_NOTICE_URL: `http://127.0.0.1:${port}/notices`,
  })
  vendor = sandbox.vendor
})
afterAll(async () => {
  await sandbox?.stop()
  receiver?.close()
})

async function until<T>(what: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const value = await what()
    if (value !== undefined) return value
    await sleep(20)
  }
}

const noticesOf = (externalUserId: string, type: string): Notice[] =>
  notices.filter(({ body }) => body.externalUserId === externalUserId && body.type === type)

const aPerson = (lastName = 'Lovelace') => {
  const externalUserId = `Customer:${randomUUID()}`
  const info = {
    firstName: 'Ada',
    lastName,
    dob: '1990-12-10',
    nationality: 'GB',
    tin: '987-65-4321',
    address: { line1: 'Main Street 1', city: 'Austin', country: 'US' },
  }
  return { externalUserId, type: 'individual', info } as const
}
const aCompany = (registrationNumber?: string) => {
  const info = { companyName: 'Analytical Engines', country: 'US', registrationNumber }
  return { externalUserId: `Customer:${randomUUID()}`, type: 'company', info } as const
}

test("the vendor's own example of a signature", () => {
  const uri =
    '/resources/accessTokens?userId=cfd20712-24a2-4c7d-9ab0-146f3c142335&levelName=basic-kyc-level&ttlInSecs=600'
  expect(requestSignature('SoMe_SeCrEt_KeY', 1_607_551_635, 'post', uri)).toBe(
    '15cc96be3e65ed8805f374db7f4c49c5723ae2a20eea3159cf0ab7c3badc3ad0',
  )
})

test('what its clients ask besides: status, an SDK token', async () => {
  const ask = async (method: string, uri: string, body?: object) => {
    const raw = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const at = Math.floor(Date.now() / 1_000)
    const answer = await fetch(`${sandbox.vendorUrl}${uri}`, {
      method,
      headers: {
        'X-App-Token': VENDOR.appToken,
        'X-App-Access-Ts': String(at),
        'X-App-Access-Sig': requestSignature(VENDOR.secretKey, at, method, uri, raw),
        ...(raw && { 'Content-Type': 'application/json' }),
      },
      ...(raw && { body: raw }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  expect(await ask('GET', '/resources/status/api')).toMatchObject({ status: 200 })
  const person = aPerson()
  const { externalUserId } = person
  const { id } = await vendor.createApplicant(person)
  expect((await ask('GET', `/resources/applicants/${id}/status`)).body).toMatchObject({
    reviewStatus: 'init',
  })
  const wanted = { userId: externalUserId, levelName: 'basic-kyc-level', ttlInSecs: 600 }
  const token = { token: expect.stringMatching(/^_act-/), userId: externalUserId }
  expect((await ask('POST', '/resources/accessTokens/sdk', wanted)).body).toEqual(token)
  const query = new URLSearchParams({ ...wanted, ttlInSecs: '600' })
  expect((await ask('POST', `/resources/accessTokens?${query}`)).body).toEqual(token)
  expect((await ask('POST', '/resources/accessTokens/sdk', {})).status).toBe(400)
})

test('a notice is signed by SHA-256 or SHA-512 over its raw bytes, and by nothing else', () => {
  const body = Buffer.from('{"type":"applicantPending"}')
  for (const algorithm of ['HMAC_SHA256_HEX', 'HMAC_SHA512_HEX']) {
    const digest = noticeDigest('secret', body, algorithm)
    expect(isSignedNotice('secret', body, digest, algorithm)).toBe(true)
    expect(isSignedNotice('another', body, digest, algorithm)).toBe(false)
    expect(isSignedNotice('secret', Buffer.from(`${body} `), digest, algorithm)).toBe(false)
    expect(isSignedNotice('secret', body, digest.slice(2), algorithm)).toBe(false)
  }
  const sha1 = createHmac('sha1', 'secret').update(body).digest('hex')
  expect(isSignedNotice('secret', body, sha1, 'HMAC_SHA1_HEX')).toBe(false)
  expect(isSignedNotice('secret', body, undefined)).toBe(false)
  expect(isSignedNotice('secret', body, noticeDigest('secret', body))).toBe(true)
})

test('an applicant is created once, found by our id, and reviewed', async () => {
  const person = aPerson()
  const { isNew, ...created } = await vendor.createApplicant(person)
  expect(isNew).toBe(true)
  expect(created).toMatchObject({ ...{ reviewStatus: 'init', type: 'individual' }, attempt: 0 })
  expect(await vendor.createApplicant(person)).toEqual({ ...created, isNew: false })
  expect(await vendor.findApplicant(person.externalUserId)).toEqual(created)
  expect(await vendor.applicantOf('0123456789abcdef01234567')).toBeUndefined()
  await vendor.updateApplicant(created.id, { ...person, info: { lastName: 'King' } })

  await vendor.requestCheck(created.id)
  await vendor.requestCheck(created.id)
  const reviewed = await until(async () => {
    const applicant = await vendor.applicantOf(created.id)
    return applicant?.reviewStatus === 'completed' ? applicant : undefined
  })
  expect(reviewed).toMatchObject({ attempt: 1, reviewResult: { reviewAnswer: 'GREEN' } })

  const { externalUserId } = person
  await until(() => noticesOf(externalUserId, 'applicantReviewed')[0])
  for (const type of ['applicantCreated', 'applicantPending', 'applicantReviewed']) {
    const [notice] = noticesOf(externalUserId, type)
    const { 'x-payload-digest': digest, 'x-payload-digest-alg': algorithm } = notice?.headers ?? {}
    const raw = Buffer.from(notice?.raw ?? '')
    expect(isSignedNotice(VENDOR.noticeSecret, raw, String(digest), String(algorithm))).toBe(true)
    expect(noticesOf(externalUserId, type)).toHaveLength(1)
  }
})

test.each([
  ['Lovelace 001', 'onHold', undefined],
  ['Lovelace 002', 'completed', { reviewAnswer: 'RED', reviewRejectType: 'FINAL' }],
  ['Lovelace 003', 'completed', { reviewAnswer: 'RED', reviewRejectType: 'RETRY' }],
])('a person named %s ends as %s', async (lastName, status, result) => {
  const { id } = await vendor.createApplicant(aPerson(lastName))
  await vendor.requestCheck(id)
  const applicant = await until(async () => {
    const read = await vendor.applicantOf(id)
    return read?.reviewStatus === status ? read : undefined
  })
  if (result) expect(applicant.reviewResult).toMatchObject(result)
  expect(JSON.stringify(applicant)).not.toContain('clientComment')
})

test('a company is decided by its registration number; the people of an undecided one wait', async () => {
  const [decided, refused, undecided] = ['123456', '123002', '123001'].map(aCompany)
  const ids = await Promise.all(
    [decided, refused, undecided].map(async (company) => {
      const { id } = await vendor.createApplicant(company ?? aCompany())
      await vendor.requestCheck(id)
      return id
    }),
  )
  const owner = await vendor.createApplicant(aPerson())
  const beneficiary = { applicantId: owner.id, types: ['ubo'], shareSize: 40 }
  await vendor.linkBeneficiary(ids[2] ?? '', beneficiary)
  await vendor.linkBeneficiary(ids[2] ?? '', beneficiary)
  await vendor.requestCheck(owner.id)
  const answerOf = (id: string | undefined) =>
    until(async () => (await vendor.applicantOf(id ?? ''))?.reviewResult?.reviewAnswer)
  expect(await answerOf(ids[0])).toBe('GREEN')
  expect(await answerOf(ids[1])).toBe('RED')
  expect((await vendor.applicantOf(ids[2] ?? ''))?.reviewStatus).toBe('pending')
  expect((await vendor.applicantOf(owner.id))?.reviewStatus).toBe('pending')
})

test('a document is uploaded with its metadata; its number and identity numbers are not kept', async () => {
  const { id } = await vendor.createApplicant(aPerson())
  const upload = {
    ...{ idDocType: 'PASSPORT', country: 'GB', number: 'X1234567', fileName: 'a.pdf' },
    contentType: 'application/pdf',
  }
  const good = Buffer.from('%PDF-1.7 a passport')
  const first = await vendor.uploadDocument(id, { ...upload, content: good })
  expect(first).toEqual({ imageId: expect.stringMatching(/^\d+$/), errors: [] })
  const bad = Buffer.from('%PDF-1.7 sandbox:expired')
  expect(await vendor.uploadDocument(id, { ...upload, content: bad })).toMatchObject({
    errors: ['expiredDoc'],
  })
  await expect(
    vendor.uploadDocument(id, { ...upload, content: Buffer.from('<html>') }),
  ).rejects.toMatchObject({ kind: 'REFUSED', errorCode: 1005 })
  await expect(
    vendor.uploadDocument(id, { ...upload, content: Buffer.alloc(0) }),
  ).rejects.toMatchObject({ kind: 'REFUSED', errorCode: 1003 })
  const dump = await dumpOf(sandbox.databaseUrl)
  expect(dump).toContain('Lovelace')
  for (const number of ['X1234567', '987-65-4321']) expect(dump).not.toContain(number)
  // As large as the service takes.
  const large = Buffer.concat([good, Buffer.alloc(10 * 1_048_576 - good.length)])
  expect((await vendor.uploadDocument(id, { ...upload, content: large })).errors).toEqual([])
})

describe('links', () => {
  test('lead to a page of the person; a liveness check has its result by our id', async () => {
    const person = aPerson()
    const { url } = await vendor.link({ ...person, lifetimeSeconds: 600 })
    const opened = await fetch(url)
    expect(opened.status).toBe(200)
    expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await vendor.findApplicant(person.externalUserId)).toMatchObject({ type: 'individual' })

    const check = `ExternalAccountChallenge:${randomUUID()}`
    const live = await vendor.createLivenessLink(check, { ...person, lifetimeSeconds: 600 })
    expect(await vendor.livenessResult(check)).toBe('PENDING')
    await fetch(`${live.url}/decide/approve`, { method: 'POST' })
    expect(await vendor.livenessResult(check)).toBe('PASSED')
    await fetch(`${live.url}/decide/reject`, { method: 'POST' })
    expect(await vendor.livenessResult(check)).toBe('PASSED')
  })

  test('end with their lifetime', async () => {
    const { url } = await vendor.link({ ...aPerson(), lifetimeSeconds: 1 })
    await sleep(1_100)
    expect((await fetch(url)).status).toBe(404)
  })
})

test('a request with a wrong key, another token or an old timestamp is refused', async () => {
  for (const wrong of [{ secretKey: 'wrong' }, { appToken: 'prd:token' }]) {
    const stranger = createVerificationVendor({
      ...VENDOR,
      ...wrong,
      baseUrl: sandbox.vendorUrl,
      timeoutMs: 2_000,
    })
    await expect(stranger.applicantOf('0123')).rejects.toMatchObject({ httpStatus: 401 })
    await stranger.close()
  }
})

test('a notice that is not taken comes again; ordered faults lose, repeat and hold back', async () => {
  await sandbox.control('POST', '/verification/behaviour', { noticeDelaysMs: [20, 20, 20] })
  refusals = 2
  const person = aPerson()
  await vendor.createApplicant(person)
  await until(() => noticesOf(person.externalUserId, 'applicantCreated')[0])
  refusals = 0

  const fault = (kind: string, match: string) =>
    sandbox.control('POST', '/faults', {
      ...{ party: 'verification', operation: 'notice', kind, match },
    })
  const [lost, doubled] = [aPerson(), aPerson()]
  await fault('errorBefore', lost.externalUserId)
  await fault('twice', doubled.externalUserId)
  await vendor.createApplicant(lost)
  await vendor.createApplicant(doubled)
  await until(() => noticesOf(doubled.externalUserId, 'applicantCreated')[1])
  expect(noticesOf(lost.externalUserId, 'applicantCreated')).toEqual([])
})

test('the store outlives the process', async () => {
  const { id } = await vendor.createApplicant(aCompany('900001'))
  await vendor.requestCheck(id)
  await sandbox.crash()
  const read = await until(() => vendor.applicantOf(id).catch(() => undefined))
  expect(read).toMatchObject({ reviewStatus: 'pending', attempt: 1 })
})
