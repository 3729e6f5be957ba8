/**
 * The dependencies of handlers: opened once per process, closed after the last response. The connection to Temporal
 * ends with the process: closed while a call is tried again, it throws from a timer, where no caller can catch it.
 */
import { Client, Connection } from '@temporalio/client'
import type { Logger } from 'pino'
import type { Clock } from '../contract/time.ts'
import { openDatabaseClock } from '../db/clock.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { endInOtherEpoch } from '../db/epochCheck.ts'
import { openRecords, type Records } from '../db/recordKeys.ts'
import { followClock } from '../db/testClock.ts'
import type { Issuers } from '../domain/wallet/oidc/index.ts'
import { type DocumentStore, openDocumentStore } from '../providers/documentStore/index.ts'
import { createTxtRecords, type FindTxtRecords } from '../providers/domainRecords/txtRecords.ts'
import type { OpenIdProvider } from '../providers/identityIssuers/openIdProvider.ts'
import {
  createIdTokenVerifier,
  type VerifyIdTokenSignature,
} from '../providers/identityIssuers/verifier.ts'
import { type OutsideParties, openOutsideParties } from '../providers/outsideParties.ts'
import { type Config, need } from '../runtime/config.ts'
import { dataConverterOf } from '../runtime/converter.ts'
import { documentStoreSettings } from '../runtime/documentStoreSettings.ts'
import { recordKeys } from '../runtime/keyRing.ts'
import { createOneTimeCodes, type OneTimeCodes } from '../runtime/oneTimeCodes.ts'
import { outsideSettings } from '../runtime/outsideSettings.ts'
import { createRecordCipher } from '../runtime/recordCipher.ts'
import { temporalConnectionOptions } from '../runtime/temporalConnection.ts'
import { tracedCalls } from '../runtime/tracedTemporal.ts'
import type { Tracing } from '../runtime/tracing.ts'
import { identityIssuersOf } from './auth/identityIssuers.ts'
import { remainingMs } from './deadline.ts'
import { createHandOver, type HandOver } from './handOver.ts'
import { operatorSignIn } from './operators/singleSignOn.ts'
import { createPlaces, type Places } from './places.ts'
import { createTemporalGateway, type TemporalGateway } from './temporal.ts'
import { createTestClock, type TestClock } from './testClock/index.ts'

export type { TemporalGateway } from './temporal.ts'

export type Dependencies = {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly database: Database
  /** Values of encrypted columns. */
  readonly records: Records
  /** One-time codes of contacts, logins and authorizations. */
  readonly codes: OneTimeCodes
  /** Encrypted documents and uploads. */
  readonly documents: DocumentStore
  readonly temporal: TemporalGateway
  /** Connections of their own for look-ups and starts: they wait behind no decision. */
  readonly lookups: Database
  /** Of decisions, taken before a connection. */
  readonly places: Places
  readonly handOver: HandOver
  /**
   * For reads only: sealed results, which go directly into a response; the owner of a UMA address;
   * funding instructions of a quote.
   */
  readonly outside: OutsideParties
  /** Whose id tokens log a wallet in. */
  readonly identityIssuers: Issuers
  readonly verifyIdToken: VerifyIdTokenSignature
  /** Where operators sign in; undefined: by tokens alone. */
  readonly operatorSignIn?: OpenIdProvider | undefined
  /** Proofs of UMA domains, in production environments. */
  readonly findTxtRecords: FindTxtRecords
  /** Undefined in a stack without one. */
  readonly testClock?: TestClock | undefined
  /** Undefined if no traces are exported. */
  readonly tracing?: Tracing | undefined
}

/** Beside DATABASE_POOL_MAX. */
const LOOKUP_CONNECTIONS = 2

/** How long a response waits for a sealed result; a retry gets it later. */
const PROVIDER_TIMEOUT_MS = 2_000

/**
 * @throws ConfigError when DATABASE_URL, TEMPORAL_ADDRESS, CODEC_KEYS or RECORD_KEYS is missing, an
 * outside party is incomplete or set for both environments, an issuer or its keys are not safe, or the
 * address of the document store is invalid
 */
export async function openDependencies(
  config: Config,
  log: Logger,
  tracing?: Tracing,
): Promise<Dependencies> {
  const check = endInOtherEpoch(log)
  const database = openDatabase(need(config, 'DATABASE_URL'), {
    check,
    poolMax: config.DATABASE_POOL_MAX,
    applicationName: 'payments-api',
    remainingMs,
  })
  const clock = openDatabaseClock(database)
  if (config.TEST_CLOCK) await followClock(database, clock, log)
  const ring = recordKeys(config)
  const records = openRecords(database, createRecordCipher(ring))
  const codes = createOneTimeCodes(ring)
  const documents = openDocumentStore(documentStoreSettings(config))
  // Lazy: the API may start before Temporal does, and says so on /readyz.
  const connection = Connection.lazy(temporalConnectionOptions(config))
  const client = new Client({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    dataConverter: dataConverterOf(config),
    ...(tracing && { interceptors: { workflow: [tracedCalls(tracing)] } }),
  })
  const temporal = createTemporalGateway(connection, client, { config, log, database })
  const lookups = openDatabase(need(config, 'DATABASE_URL'), {
    check,
    poolMax: LOOKUP_CONNECTIONS,
    applicationName: 'payments-api-starts',
    remainingMs,
  })
  const places = createPlaces(config.DATABASE_POOL_MAX)
  const testClock = config.TEST_CLOCK
    ? createTestClock({ config, database, log, client })
    : undefined
  const handOver = createHandOver({ config, database: lookups, log, temporal })
  const outside = openOutsideParties(outsideSettings(config), PROVIDER_TIMEOUT_MS, clock)
  const identityIssuers = identityIssuersOf(config)
  const verifyIdToken = createIdTokenVerifier({
    issuers: identityIssuers,
    cooldownMs: config.OIDC_KEYS_COOLDOWN_SECONDS * 1_000,
  })
  const findTxtRecords = createTxtRecords({ servers: config.DNS_SERVERS?.split(',') ?? [] })
  return {
    ...{ config, clock, log, database, records, codes, documents },
    ...{ lookups, places, handOver, temporal, outside, testClock },
    ...{ identityIssuers, verifyIdToken, findTxtRecords, tracing },
    operatorSignIn: operatorSignIn(config, clock),
  }
}
