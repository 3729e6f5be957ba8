import { randomBytes, randomUUID } from 'node:crypto'
import type { AgentDeviceCode } from '../../contract/components/agents.ts'
import { DEVICE_CODE_LENGTH, deviceCodeOf, typedDeviceCode } from '../../contract/deviceCode.ts'
import { idOf } from '../../contract/ids.ts'
import { shownInstant } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import { hashSecret } from '../../db/secrets.ts'

export type NewDeviceCode = {
  /** UUID of its row. */
  readonly id: string
  readonly code: string
  readonly hash: Buffer
}

export function newDeviceCode(): NewDeviceCode {
  const code = deviceCodeOf(randomBytes(DEVICE_CODE_LENGTH))
  return { id: randomUUID(), code, hash: hashSecret(code) }
}

/** What is stored of a code, however it was typed. */
export function hashOfTyped(code: string): Buffer {
  return hashSecret(typedDeviceCode(code))
}

/** @param agentId UUID without prefix */
export function presentDeviceCode(
  code: string,
  agentId: string,
  expiresAt: string,
): Shown<typeof AgentDeviceCode> {
  return {
    code,
    agentId: idOf('Agent', agentId),
    expiresAt: shownInstant(expiresAt),
    redeemed: false,
  }
}
