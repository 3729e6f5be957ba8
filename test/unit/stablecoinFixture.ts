/** Mints and burns by the SQL functions alone, in a database of the test file's own. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import type { Database } from '../../db/database.ts'
import type { StablecoinReport } from '../../db/stablecoinFunctions.ts'
import type {
  StablecoinProvider,
  TransferStatus,
} from '../../providers/stablecoinProvider/index.ts'
import { compareStablecoins } from '../../worker/stablecoins.ts'
import { type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

export type Scene = {
  readonly linkId: string
  readonly providerAccountId: string
  readonly coinId: string
  readonly customerId: string
  readonly accountId: string
}

export function useStablecoins() {
  let database: Database
  let fixture: LedgerFixture
  let url = ''
  useLedgerFixture((given) => {
    ;({ database, fixture, url } = given)
  })

  /** Links the scene's account; again where its link is revoked, with another id. */
  const link = ({ providerAccountId }: Scene, linkId: string, apiClientId = 'x') =>
    database.call('link_stablecoin_account', {
      ...{ platformId: fixture.platformId, requestHash: '00', key: randomUUID() },
      ...{ linkId, providerAccountId, apiClientId, apiClientSecret: 'x' },
    })

  /** A coin of a link, and a customer with a bank account. */
  async function aScene(): Promise<Scene> {
    const { platformId } = fixture
    const ids = Array.from({ length: 5 }, () => randomUUID())
    const [linkId, coinId, customerId, accountId, providerAccountId] = ids
    const scene = { linkId, coinId, customerId, accountId, providerAccountId } as Scene
    const ticker = randomUUID()
    const shared = { platformId, requestHash: '00' }
    await link(scene, scene.linkId)
    await database.call('register_stablecoin', {
      ...{ ...shared, id: scene.coinId, key: randomUUID(), linkId: scene.linkId, name: 'x' },
      ...{ providerToken: ticker, networkToken: ticker, symbol: ticker, decimals: 6 },
      issuanceStatus: 'PROVISIONED',
    })
    const [platform] = await database.query<{ uma_domain: string }>({
      text: 'select uma_domain from platforms where id = $1',
      values: [platformId],
    })
    await fixture.ask('create_customer', {
      ...{ id: customerId, platformId, platformCustomerId: customerId, customerType: 'INDIVIDUAL' },
      ...{ umaAddress: `$${customerId}@${platform?.uma_domain}`, currencies: [], profile: {} },
      ...{
        requestHash: 'ab',
        accounts: [{ id: randomUUID(), currency: 'USD', type: 'INTERNAL_FIAT' }],
      },
    })
    await database.query({
      text: `insert into external_accounts (id, platform_id, customer_id, account_type, currency, status,
        account_info, identity) values ($1, $2, $3, 'USD_ACCOUNT', 'USD', 'ACTIVE', '{}', $4)`,
      values: [accountId, platformId, customerId, accountId],
    })
    return scene
  }

  /** Begins a burn of 20.00. */
  function begin({ coinId, accountId }: Scene, sourceType = 'EXTERNAL_ACCOUNT') {
    return database.call('create_stablecoin_operation', {
      ...{ id: randomUUID(), platformId: fixture.platformId, operation: 'createStablecoinBurn' },
      ...{ key: randomUUID(), requestHash: '00', stablecoinId: coinId, operationType: 'BURN' },
      ...{ amount: '20000000', cents: '2000', sourceType, destinationAccountId: accountId },
    })
  }

  async function aBurn(scene: Scene, sourceType?: string): Promise<string> {
    const begun = await begin(scene, sourceType)
    if (begun.outcome === 'REFUSED') throw new Error(begun.code)
    return begun.id
  }

  const record = (id: string, report: StablecoinReport) =>
    database.call('record_stablecoin_report', id, report)
  const beginTransfer = (id: string, changes: object = {}) =>
    record(id, {
      ...({ kind: 'BEGUN', loginVersion: 1, isAgain: false, surplus: '0' } as const),
      ...changes,
    })
  const aDeposit = (id: string) =>
    record(id, {
      kind: 'SOURCE',
      addressId: `address of ${id}`,
      address: 'spark1x',
      isOver: false,
      instructions: {},
    })
  /** The provider's word about the transfer. */
  const hear = (id: string, status: string, changes: object = {}) =>
    record(id, {
      ...({ kind: 'TRANSFER', transferId: `transfer of ${id}`, status, isOver: false } as const),
      ...{ isFinal: true, ...changes },
    })
  const remove = ({ customerId }: Scene) =>
    fixture.ask('delete_customer', { platformId: fixture.platformId, customerId, by: 'test' })

  const compared = async ({ linkId }: Scene): Promise<string[]> =>
    (
      await database.query<{ id: string }>({
        text: 'select id from stablecoin_operations_to_compare($1, null)',
        values: [linkId],
      })
    ).map(({ id }) => id)

  /** Compares every link with a provider whose transfers have this status, and whose addresses these cents. */
  async function compare(
    status: TransferStatus,
    balanceOf: StablecoinProvider['balanceOf'],
  ): Promise<void> {
    const provider = {
      ...{ accountsOf: async () => [], balanceOf },
      transferOf: async (_: unknown, id: string) => ({
        ...{ id, status, cents: 2_000n, note: null, wire: null },
        failure: status === 'failed' ? { isRetriable: false, returned: 'R01' } : null,
      }),
    } as unknown as StablecoinProvider
    const [records, log] = [{ open: (text: string) => text }, pino({ level: 'silent' })]
    // Every link's time has come.
    const given = { environment: 'SANDBOX', everySeconds: -60 } as const
    await compareStablecoins({ ...given, database, records, provider, log })
  }

  const caseOf = async (id: string): Promise<unknown> =>
    (
      await database.query<{ case_reason: string }>({
        text: 'select case_reason from stablecoin_operations where id = $1',
        values: [id],
      })
    )[0]?.case_reason

  return {
    aScene,
    link,
    begin,
    aBurn,
    record,
    beginTransfer,
    aDeposit,
    hear,
    remove,
    compared,
    compare,
    caseOf,
    query: <Row extends object>(text: string, ...values: unknown[]) =>
      database.query<Row>({ text, values }),
    get url() {
      return url
    },
    get database() {
      return database
    },
    get fixture() {
      return fixture
    },
  }
}
