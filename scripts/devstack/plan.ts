/** Which processes of ours a stack gets, and on which ports. */

import type { StartContext } from './context.ts'
import { freePort, isFree } from './ports.ts'
import type { Environment, Program } from './programs.ts'
import { SetUpError } from './setUpError.ts'

/** The API's ports come first: a busy one must be known before anything is started. */
export async function apiPorts(context: StartContext): Promise<number[]> {
  if (!context.starts('api')) return []
  const { HOST: host } = context.config
  const ports: number[] = []
  for (let index = 0; index < context.apis; index++) {
    const isFixed = index === 0 && context.port !== 0
    if (isFixed && !(await isFree(context.port, host))) {
      throw new SetUpError(
        `Port ${context.port} on ${host} is in use: stop what listens there, or set PORT to another one`,
      )
    }
    const kept = context.supervisor.runFile.find('api', index)?.port
    ports.push(isFixed ? context.port : await freePort(kept, host))
  }
  return ports
}

/** Where a client on this machine reaches that port of the API. */
export function originOf(context: StartContext, port: number): string {
  const { HOST: host } = context.config
  const isAny = host === '0.0.0.0' || host === '::'
  return `http://${isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
}

export function apiPrograms(context: StartContext, ports: readonly number[]): Program[] {
  return ports.map((port, index) => ({
    role: 'api',
    index,
    port,
    own: { PORT: String(port) },
    readyUrl: `${originOf(context, port)}/readyz`,
  }))
}

export async function workerPrograms(context: StartContext): Promise<Program[]> {
  if (!context.starts('worker')) return []
  const programs: Program[] = []
  for (let index = 0; index < context.workers; index++) {
    const kept = context.supervisor.runFile.find('worker', index)?.port
    const fixed = index === 0 ? context.config.WORKER_PORT : 0
    const port = fixed || (await freePort(kept))
    programs.push({
      role: 'worker',
      index,
      port,
      own: { WORKER_PORT: String(port) },
      readyUrl: `http://127.0.0.1:${port}/readyz`,
    })
  }
  return programs
}

/** The outside parties: those that were given, and the sandbox for the others. */
export async function outsideParties(
  context: StartContext,
): Promise<{ programs: Program[]; addresses: Environment }> {
  const { config, supervisor } = context
  const { WALLET_PROVIDER_URL, RAIL_URL, SANDBOX_CONTROL_URL } = config
  const given: Environment = { WALLET_PROVIDER_URL, RAIL_URL, SANDBOX_CONTROL_URL }
  const areGiven = WALLET_PROVIDER_URL !== undefined && RAIL_URL !== undefined
  if (areGiven || !context.starts('sandbox')) return { programs: [], addresses: given }
  const kept = supervisor.runFile.find('sandbox')
  const port = config.SANDBOX_PROVIDER_PORT || (await freePort(kept?.port))
  const rail = config.SANDBOX_RAIL_PORT || (await freePort(kept?.ports?.rail))
  const control = config.SANDBOX_CONTROL_PORT || (await freePort(kept?.ports?.control))
  const controlUrl = `http://127.0.0.1:${control}`
  const program: Program = {
    role: 'sandbox',
    index: 0,
    port,
    ports: { rail, control },
    own: {
      SANDBOX_PROVIDER_PORT: String(port),
      SANDBOX_RAIL_PORT: String(rail),
      SANDBOX_CONTROL_PORT: String(control),
    },
    readyUrl: `${controlUrl}/healthz`,
  }
  return {
    programs: [program],
    addresses: {
      WALLET_PROVIDER_URL: WALLET_PROVIDER_URL ?? `http://127.0.0.1:${port}`,
      RAIL_URL: RAIL_URL ?? `http://127.0.0.1:${rail}`,
      SANDBOX_CONTROL_URL: controlUrl,
    },
  }
}
