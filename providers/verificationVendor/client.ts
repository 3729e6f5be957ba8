import { Agent, request } from 'undici'
import { type Clock, systemClock } from '../../contract/time.ts'
import { requestSignature } from './signature.ts'
import {
  type Applicant,
  type DocumentUpload,
  type NewApplicant,
  VendorError,
  type VerificationVendor,
} from './vendor.ts'
import {
  applicantBody,
  applicantIn,
  companyBody,
  country,
  errorTag,
  isLink,
  isUploadAnswer,
  livenessIn,
  openStepsIn,
  personBody,
} from './wire.ts'

export type VendorLevels = {
  readonly individual: string
  readonly company: string
  readonly liveness: string
}

export type VerificationVendorOptions = {
  readonly baseUrl: string
  readonly appToken: string
  /** Signs our requests. */
  readonly secretKey: string
  /** The vendor's names of what it asks of each. */
  readonly levels: VendorLevels
  /** For a whole call, connection and answer included. */
  readonly timeoutMs: number
  /** The time of a request is signed. */
  readonly clock?: Clock
}

type Answer = {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

const CONNECTIONS_MAX = 32
const ANSWER_BYTES_MAX = 1_000_000
const APPLICANTS = '/resources/applicants'

/** A client of the vendor's API, with its own connection pool. */
export function createVerificationVendor(options: VerificationVendorOptions): VerificationVendor {
  const { baseUrl, appToken, secretKey, levels, timeoutMs, clock = systemClock } = options
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    connectTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: ANSWER_BYTES_MAX,
  })

  async function send(
    method: 'GET' | 'POST' | 'PATCH',
    uri: string,
    content?: { readonly type: string; readonly bytes: Uint8Array; readonly headers?: object },
  ): Promise<Answer> {
    const timestamp = Math.floor(clock.now().getTime() / 1_000)
    const address = new URL(baseUrl)
    // The signature covers the path as the vendor sees it, a prefix of the base address included.
    const path = `${address.pathname.replace(/\/+$/, '')}${uri}`
    try {
      const response = await request(new URL(path, address.origin), {
        dispatcher: agent,
        signal: AbortSignal.timeout(timeoutMs),
        method,
        headers: {
          accept: 'application/json',
          'x-app-token': appToken,
          'x-app-access-ts': String(timestamp),
          'x-app-access-sig': requestSignature(secretKey, timestamp, method, path, content?.bytes),
          ...(content && { 'content-type': content.type, ...content.headers }),
        },
        ...(content && { body: content.bytes }),
      })
      const text = await response.body.text()
      const { statusCode: status, headers } = response
      return { status, headers, body: status < 500 && text !== '' ? JSON.parse(text) : {} }
    } catch (cause) {
      throw new VendorError('UNAVAILABLE', 'no answer from the verification vendor', { cause })
    }
  }

  const get = (uri: string): Promise<Answer> => send('GET', uri)
  const json = (method: 'POST' | 'PATCH', uri: string, body: object): Promise<Answer> =>
    send(method, uri, { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) })

  async function readApplicant(uri: string): Promise<Applicant | undefined> {
    const answer = await get(uri)
    return answer.status === 404 ? undefined : required(applicantIn, answer)
  }

  const findApplicant = (externalUserId: string): Promise<Applicant | undefined> =>
    readApplicant(`${APPLICANTS}/-;externalUserId=${encodeURIComponent(externalUserId)}/one`)

  async function websdkLink(body: object): Promise<{ url: string }> {
    const answer = await json('POST', '/resources/sdkIntegrations/levels/-/websdkLink', body)
    if (isSuccess(answer) && isLink(answer.body)) return { url: answer.body.url }
    throw errorOf(answer)
  }

  return {
    async createApplicant(applicant) {
      const level = encodeURIComponent(levels[applicant.type])
      const answer = await json(
        'POST',
        `${APPLICANTS}?levelName=${level}`,
        applicantBody(applicant),
      )
      if (answer.status !== 409) return { ...required(applicantIn, answer), isNew: true }
      const existing = await findApplicant(applicant.externalUserId)
      if (existing === undefined) throw errorOf(answer)
      return { ...existing, isNew: false }
    },
    async updateApplicant(applicantId, applicant) {
      requireSuccess(await json('PATCH', ...changesOf(applicantId, applicant)))
    },
    async uploadDocument(applicantId, upload) {
      const answer = await send(
        'POST',
        `${APPLICANTS}/${encodeURIComponent(applicantId)}/info/idDoc`,
        await multipartOf(upload),
      )
      if (!isSuccess(answer) || !isUploadAnswer(answer.body)) throw errorOf(answer)
      const imageId = answer.headers['x-image-id']
      if (typeof imageId !== 'string') throw unreadable(answer)
      return { imageId, errors: (answer.body.errors ?? []).map(errorTag) }
    },
    async requestCheck(applicantId) {
      const answer = await json(
        'POST',
        `${APPLICANTS}/${encodeURIComponent(applicantId)}/status/pending`,
        {},
      )
      // Under way already, unless the vendor says when to come back.
      if (answer.status === 409 && answer.headers['retry-after'] === undefined) return
      requireSuccess(answer)
    },
    applicantOf: (id) => readApplicant(`${APPLICANTS}/${encodeURIComponent(id)}/one`),
    findApplicant,
    async openSteps(applicantId) {
      const uri = `${APPLICANTS}/${encodeURIComponent(applicantId)}/requiredIdDocsStatus`
      return required(openStepsIn, await get(uri))
    },
    link: ({ externalUserId, type, lifetimeSeconds, email, phone, redirectUri }) =>
      websdkLink({
        levelName: levels[type],
        userId: externalUserId,
        ttlInSecs: lifetimeSeconds,
        ...((email ?? phone) && { applicantIdentifiers: { email, phone } }),
        ...(redirectUri && { redirect: { successUrl: redirectUri, rejectUrl: redirectUri } }),
      }),
    createLivenessLink: (externalActionId, { externalUserId, lifetimeSeconds, redirectUri }) =>
      websdkLink({
        levelName: levels.liveness,
        userId: externalUserId,
        ttlInSecs: lifetimeSeconds,
        externalActionId,
        ...(redirectUri && { redirect: { successUrl: redirectUri, rejectUrl: redirectUri } }),
      }),
    async livenessResult(externalActionId) {
      const id = encodeURIComponent(externalActionId)
      const answer = await get(`/resources/applicantActions/-;externalActionId=${id}/one`)
      // The link has not been opened yet.
      return answer.status === 404 ? 'PENDING' : required(livenessIn, answer)
    },
    async linkBeneficiary(companyApplicantId, { applicantId, types, shareSize }) {
      const company = encodeURIComponent(companyApplicantId)
      const answer = await json(
        'POST',
        `${APPLICANTS}/${company}/fixedInfo/companyInfo/beneficiaries`,
        { applicantId, types, shareSize },
      )
      if (answer.status !== 409) requireSuccess(answer)
    },
    close: () => agent.close(),
  }
}

/** People and companies have calls of their own. */
function changesOf(applicantId: string, applicant: NewApplicant): [uri: string, body: object] {
  const uri = `${APPLICANTS}/${encodeURIComponent(applicantId)}/fixedInfo`
  return applicant.type === 'company'
    ? [`${uri}/companyInfo`, companyBody(applicant.info)]
    : [uri, personBody(applicant.info)]
}

/** Encoded here, as a whole: the signature is made over these bytes. */
async function multipartOf(upload: DocumentUpload) {
  const { idDocType, idDocSubType, side, number, fileName, contentType } = upload
  const form = new FormData()
  const metadata = {
    idDocType,
    country: country(upload.country),
    ...((idDocSubType ?? side) && { idDocSubType: idDocSubType ?? side }),
    ...(number !== undefined && { number }),
  }
  form.append('metadata', JSON.stringify(metadata))
  form.append('content', new Blob([Buffer.from(upload.content)], { type: contentType }), fileName)
  const encoded = new Response(form)
  return {
    type: encoded.headers.get('content-type') ?? '',
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'x-return-doc-warnings': 'true' },
  }
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

function requireSuccess(answer: Answer): void {
  if (!isSuccess(answer)) throw errorOf(answer)
}

function required<Result>(read: (body: unknown) => Result | undefined, answer: Answer): Result {
  if (!isSuccess(answer)) throw errorOf(answer)
  const result = read(answer.body)
  if (result === undefined) throw unreadable(answer)
  return result
}

function unreadable({ status: httpStatus }: Answer): VendorError {
  return new VendorError('UNAVAILABLE', 'an answer of another shape', { httpStatus })
}

/** 400, 404, 413 and 422 are refusals; 401, 408, 429, 5xx and others leave the outcome open. */
function errorOf({ status: httpStatus, body }: Answer): VendorError {
  const { description, errorCode } = (body ?? {}) as { description?: unknown; errorCode?: unknown }
  const kind =
    httpStatus === 409
      ? 'CONFLICT'
      : [400, 404, 413, 422].includes(httpStatus)
        ? 'REFUSED'
        : 'UNAVAILABLE'
  const text = typeof description === 'string' ? description : `the vendor answered ${httpStatus}`
  return new VendorError(kind, text, {
    httpStatus,
    ...(typeof errorCode === 'number' && { errorCode }),
  })
}
