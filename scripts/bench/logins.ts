/** Wallet auth: logins by code and by passkey, each against as many bare workflows as it takes. */
import { sealCode } from '../../client/device/sealCode.ts'
import { expectStatus } from '../serviceDriver/apiClient.ts'
import { aChallenge, aPasskey, type Passkey } from '../serviceDriver/authenticator.ts'
import { createDevice, type Device, signed } from '../serviceDriver/device.ts'
import type { BaselineLoad } from './baselineCaller.ts'
import type { Child } from './child.ts'
import { type CostOfMany, costOf, type Idle, idleOf, type Meter, shown, sum } from './cost.ts'
import { cpuMsOf } from './cpu.ts'
import type { BaselineProcesses } from './executes.ts'
import type { Load, LoadRequest } from './load.ts'
import { logInAgain, type Wallet } from './payments.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'

const CONCURRENCY = 8
const DONE_POLL_MS = 20
const DONE_MAX_MS = 120_000
/** Workflows of a login, each with one call of the provider: send, check and log in; or log in. */
const WORKFLOWS = { otp: 3, passkey: 1 }

type Size = { readonly rounds: number; readonly count: number }
type Gauge = { readonly meter: Meter; readonly idle: Idle }
const unmeasured: Gauge = { meter: async () => ({}), idle: {} }
type PasskeyOf = {
  readonly wallet: Wallet
  readonly credentialId: string
  readonly passkey: Passkey
}

/** Logins a second and their CPU, of our processes: the client's work is done outside of both. */
export async function loginRows(
  stage: Stage,
  baseline: BaselineProcesses,
  { rounds, count }: Size,
): Promise<Row[]> {
  const outside = await stage.startOutsideWorker()
  const baselineOutside = await baseline.startOutsideWorker()
  try {
    await logInAgain(stage.api, stage.wallets)
    const passkeys = await Promise.all(stage.wallets.map((wallet) => addPasskey(stage, wallet)))
    // What starts and connects is over before idle use is measured.
    await otpLogins(stage, unmeasured, stage.wallets, stage.wallets.length)
    await passkeyLogins(stage, unmeasured, passkeys, stage.wallets.length)
    await baselineWork(baseline.caller, baselineOutside, unmeasured, stage.wallets.length, 1)
    const ours = await gaugeOf(stage, () => ({
      api: cpuMsOf(stage.pidOf('api')),
      worker: cpuMsOf(stage.pidOf('worker')),
      outside: cpuMsOf(outside.pid),
    }))
    const bare = await gaugeOf(stage, () => ({
      caller: cpuMsOf(baseline.caller.pid),
      worker: cpuMsOf(baseline.worker.pid),
      outside: cpuMsOf(baselineOutside.pid),
    }))
    const kinds = [
      ['OTP', WORKFLOWS.otp, async () => otpLogins(stage, ours, await stage.newWallets(), count)],
      ['passkey', WORKFLOWS.passkey, () => passkeyLogins(stage, ours, passkeys, count)],
    ] as const
    const rows: Row[] = []
    for (const [name, workflows, run] of kinds) {
      const runBaseline = () =>
        baselineWork(baseline.caller, baselineOutside, bare, count, workflows)
      const costs = { ours: [] as CostOfMany[], baseline: [] as CostOfMany[] }
      for (let round = 0; round < rounds; round += 1) {
        costs.ours.push(await run())
        costs.baseline.push(await runBaseline())
      }
      rows.push(...rowsOf(name, workflows, costs))
    }
    return rows
  } finally {
    await baselineOutside.stop()
    await outside.stop()
  }
}

async function gaugeOf(stage: Stage, own: () => Record<string, number>): Promise<Gauge> {
  const meter: Meter = async () => ({
    ...own(),
    temporal: stage.temporalMs(),
    postgres: await stage.postgresMs(),
  })
  return { meter, idle: await idleOf(meter) }
}

function rowsOf(
  name: string,
  workflows: number,
  { ours, baseline }: { ours: readonly CostOfMany[]; baseline: readonly CostOfMany[] },
): Row[] {
  const rate = ({ wallMs, count }: CostOfMany): number => (count * 1000) / wallMs
  const cpu = (cost: CostOfMany): number => sum(cost) / cost.count
  const ratio = (of: (cost: CostOfMany) => number): number =>
    median(ours.map((cost, index) => of(cost) / of(baseline[index] ?? cost)))
  const own = ({ cpuMs, count }: CostOfMany): number =>
    ((cpuMs.api ?? 0) + (cpuMs.worker ?? 0) + (cpuMs.outside ?? 0)) / count
  const plural = workflows === 1 ? 'workflow' : 'workflows'
  return [
    {
      name: `${name} logins a second`,
      ours: `${median(ours.map(rate)).toFixed(1)}/s`,
      baseline: `${median(baseline.map(rate)).toFixed(1)}/s`,
      ratio: ratio(rate),
      detail:
        `${workflows} ${plural} of one local and one normal activity; ${CONCURRENCY} at once, ` +
        `${ours.length} x ${ours[0]?.count ?? 0}; the client's own time is not counted`,
    },
    {
      name: `CPU of ${name === 'OTP' ? 'an' : 'a'} ${name} login`,
      ours: `${median(ours.map(cpu)).toFixed(1)} ms`,
      baseline: `${median(baseline.map(cpu)).toFixed(1)} ms`,
      ratio: ratio(cpu),
      detail:
        `API and workers ${median(ours.map(own)).toFixed(1)} ms: ${shown(ours)}; ` +
        `baseline ${shown(baseline)}`,
    },
  ]
}

/** One that never counts, so that many logins at once are no suspicion. */
async function addPasskey({ api }: Stage, wallet: Wallet): Promise<PasskeyOf> {
  const passkey = aPasskey({ synced: true })
  const challenge = aChallenge()
  const body = {
    ...{ type: 'PASSKEY', accountId: wallet.accountId, nickname: 'bench', challenge },
    attestation: passkey.attest(challenge),
  }
  const added = await signed(api, wallet.device, 'POST', '/auth/credentials', body)
  return { wallet, passkey, credentialId: String(expectStatus('passkey', added, 201).body.id) }
}

type Bodies = readonly Readonly<Record<string, unknown>>[]

/** One step of many logins at once. @returns its answers; its cost is added to the others */
async function step(
  stage: Stage,
  { meter, idle }: Gauge,
  costs: CostOfMany[],
  requests: readonly LoadRequest[],
  more: Pick<Load, 'expected' | 'untilSettled'> = { untilSettled: true },
): Promise<Bodies> {
  let bodies: readonly string[] = []
  const load: Omit<Load, 'origin' | 'headers'> = {
    ...more,
    requests,
    concurrency: CONCURRENCY,
    keepBodies: true,
  }
  const cost = await costOf(meter, idle, async () => {
    const result = await stage.load(load)
    bodies = result.bodies ?? []
    return result.wallMs
  })
  costs.push({ ...cost, count: requests.length })
  return bodies.map((text) => JSON.parse(text) as Record<string, unknown>)
}

/** The steps together. */
function total(costs: readonly CostOfMany[], count: number): CostOfMany {
  const names = Object.keys(costs[0]?.cpuMs ?? {})
  const sumOf = (of: (cost: CostOfMany) => number): number =>
    costs.reduce((all, cost) => all + of(cost), 0)
  return {
    count,
    wallMs: sumOf(({ wallMs }) => wallMs),
    cpuMs: Object.fromEntries(names.map((name) => [name, sumOf(({ cpuMs }) => cpuMs[name] ?? 0)])),
  }
}

function post(
  { api }: Stage,
  path: string,
  body?: object,
  headers?: LoadRequest['headers'],
): LoadRequest {
  return {
    method: 'POST',
    path: `${new URL(api.baseUrl).pathname}${path}`,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(headers !== undefined && { headers }),
  }
}

/** Wave by wave: a credential has one newest code. */
async function otpLogins(
  stage: Stage,
  gauge: Gauge,
  wallets: readonly Wallet[],
  count: number,
): Promise<CostOfMany> {
  const costs: CostOfMany[] = []
  for (let done = 0; done < count; done += wallets.length) {
    const logins = wallets.slice(0, count - done).map((wallet) => ({
      wallet,
      path: `/auth/credentials/${wallet.credentialId}`,
      device: createDevice(),
    }))
    const challenged = await step(
      stage,
      gauge,
      costs,
      logins.map(({ path }) => post(stage, `${path}/challenge`)),
    )
    const bodies = logins.map(({ wallet, device: { publicKey } }, index) => {
      const target = String(challenged[index]?.otpEncryptionTargetBundle)
      const sealed = sealCode('000000', target, { publicKey, signer: wallet.otpSigner })
      return { type: 'EMAIL_OTP', encryptedOtpBundle: sealed }
    })
    const first = await step(
      stage,
      gauge,
      costs,
      logins.map(({ path }, index) => post(stage, `${path}/verify`, bodies[index])),
      { expected: 202, untilSettled: true },
    )
    const headers = await Promise.all(logins.map(({ device }, at) => stampOf(device, first[at])))
    await step(
      stage,
      gauge,
      costs,
      logins.map(({ path }, at) => post(stage, `${path}/verify`, bodies[at], headers[at])),
    )
  }
  return total(costs, count)
}

/** The headers of a signed retry. */
export async function stampOf(
  device: Device,
  first: Readonly<Record<string, unknown>> | undefined,
): Promise<Record<string, string>> {
  return {
    'service-wallet-signature': await device.stamp(String(first?.payloadToSign)),
    'request-id': String(first?.requestId),
  }
}

async function passkeyLogins(
  stage: Stage,
  gauge: Gauge,
  passkeys: readonly PasskeyOf[],
  count: number,
): Promise<CostOfMany> {
  const costs: CostOfMany[] = []
  const logins = Array.from({ length: count }, (_, index) => {
    const one = passkeys[index % passkeys.length]
    if (one === undefined) throw new Error('no passkey')
    return { ...one, path: `/auth/credentials/${one.credentialId}` }
  })
  const { publicKey: clientPublicKey } = createDevice()
  const started = await step(
    stage,
    gauge,
    costs,
    logins.map(({ path }) => post(stage, `${path}/challenge`, { clientPublicKey })),
  )
  await step(
    stage,
    gauge,
    costs,
    logins.map(({ path, passkey }, index) => {
      const assertion = passkey.assert(String(started[index]?.challenge))
      const headers = { 'request-id': String(started[index]?.requestId) }
      return post(stage, `${path}/verify`, { type: 'PASSKEY', assertion }, headers)
    }),
  )
  return total(costs, count)
}

/** As many bare workflows, to the end of their one normal activity. */
async function baselineWork(
  caller: Child,
  outside: Child,
  { meter, idle }: Gauge,
  count: number,
  workflows: number,
): Promise<CostOfMany> {
  const before = await outside.ask<number>('performed')
  const cost = await costOf(meter, idle, async () => {
    const load: BaselineLoad = {
      count: count * workflows,
      concurrency: CONCURRENCY,
      activities: ['nothing'],
    }
    await caller.ask('run', load)
    const deadline = performance.now() + DONE_MAX_MS
    while ((await outside.ask<number>('performed')) < before + count * workflows) {
      if (performance.now() > deadline) throw new Error('the baseline does not end')
      await new Promise((resolve) => setTimeout(resolve, DONE_POLL_MS))
    }
    return undefined
  })
  return { ...cost, count }
}
