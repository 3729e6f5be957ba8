/** SQL functions take locks in one order, read from their texts: two that took them in different ones could deadlock. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { functionFiles } from '../../db/migrate.ts'
import { isCalledIn } from '../../db/releasedFunctions.ts'
import { readSources } from '../../scripts/imports/graph.ts'
import { type LockRules, type LockStep, lockSteps } from '../support/lockOrder.ts'

const FREEZE = 'advisory key'
const CREATION = 'advisory place/'

const rules: LockRules = {
  order: [
    'agents',
    FREEZE,
    'customers',
    CREATION,
    'idempotency_keys',
    'external_accounts',
    'payments',
    'ledger_balances',
    'agent_actions',
    'agent_usage',
  ],
  onlyInserted: ['idempotency_keys'],
  under: { rail_orders: 'payments', incoming_approvals: 'payments' },
}

/** What the texts allow and no call does: of which functions, what they hold, what they take. */
type Harmless = {
  readonly of: readonly string[]
  readonly held: readonly string[]
  readonly taken: readonly string[]
  readonly why: string
}

const counted = ['agent_actions', 'agent_usage']
const decided = ['decide_payment', 'create_and_execute_payment']
const deposits = ['receive_deposit', 'apply_deposit_to_payment', 'take_over_deposit']
const ends = ['settle_payment', 'settle_unconfirmed', 'book_notice', 'fail_payment']

const harmless: readonly Harmless[] = [
  {
    of: ['decide_agent_action'],
    held: ['payments', ...counted],
    taken: [FREEZE, 'customers'],
    why: 'An approval has locked them before its payment, and a rejection executes nothing.',
  },
  {
    of: ['decide_agent_action', ...deposits],
    held: ['payments', ...counted],
    taken: ['idempotency_keys'],
    why: 'What these execute has no key.',
  },
  {
    of: ['decide_agent_action', ...decided, ...deposits],
    held: counted,
    taken: ['ledger_balances'],
    why: 'A payment that expires here is refused before its balance is locked.',
  },
  {
    of: [...decided, 'sweep_deposit'],
    held: ['external_accounts', 'payments', 'ledger_balances'],
    taken: ['idempotency_keys'],
    why: 'The key is that of the creation, which has claimed it; the execution has none.',
  },
  {
    of: ['submit_agent_action'],
    held: ['payments', ...counted],
    taken: ['external_accounts'],
    why: 'A submission locks its quote, or creates its payment.',
  },
  {
    of: ['sweep_deposit'],
    held: ['ledger_balances'],
    taken: [FREEZE, 'customers', CREATION],
    why: 'They are locked at its beginning, where it has an order.',
  },
  {
    of: ['sweep_deposit'],
    held: ['ledger_balances'],
    taken: ['external_accounts', 'payments'],
    why: 'The payment is new; what changes its payee locks a customer that is locked here.',
  },
  {
    of: [...ends, 'take_over_payment', 'take_over_failure'],
    held: counted,
    taken: ['ledger_balances'],
    why: 'What failed in the same transaction is booked between accounts of the service, which have no balance.',
  },
  {
    of: ['take_over_payment'],
    held: ['external_accounts', 'payments'],
    taken: ['idempotency_keys', 'external_accounts'],
    why: 'No request is decided while a restore is compared.',
  },
  {
    of: ['freeze_subject', 'release_subject'],
    held: ['external_accounts', 'ledger_balances'],
    taken: ['customers', 'external_accounts'],
    why: 'They are locked before, where there is anything to freeze.',
  },
  {
    of: ['create_card'],
    held: [CREATION],
    taken: ['customers'],
    why: 'The key is of the id of a card, and those who take it hold no customer.',
  },
  {
    of: ['erase_customers'],
    held: ['no order', 'customers', 'external_accounts', 'payments'],
    taken: [...rules.order],
    why: 'Rows of customers who were deleted long ago, which no request changes.',
  },
]

const folder = fileURLToPath(new URL('../../db/migrations/', import.meta.url))
const texts = [
  ...readdirSync(folder).map((name) => readFileSync(`${folder}${name}`, 'utf8')),
  ...functionFiles().map(({ text }) => text),
]
const code = [...readSources().values()].join('\n')
const isCalled = (name: string): boolean => isCalledIn(code, name)

const entryOf = ({ path }: LockStep): string => path.split(' > ')[0] ?? ''
const isOutOfOrder = ({ held, taken }: LockStep): boolean =>
  rules.order.indexOf(held) > rules.order.indexOf(taken) || !rules.order.includes(held)
const explains = ({ of, held, taken }: Harmless, step: LockStep): boolean =>
  of.includes(entryOf(step)) && held.includes(step.held) && taken.includes(step.taken)
const shown = ({ held, taken, by, path }: LockStep): string =>
  `${path} takes ${taken} with ${held}${by === '' ? '' : ` of ${by}`}`

/** Steps out of order that nothing explains, with further SQL functions, each called from outside. */
function reversals(...further: readonly string[]): string[] {
  return further
    .map((text) => /function (\w+)/.exec(text)?.[1] ?? '')
    .flatMap((name) => lockSteps([...texts, ...further], rules, (one) => one === name))
    .filter(isOutOfOrder)
    .map(shown)
}

test('agents, customers, keys, accounts, payments, balances, actions and usage are locked in one order', () => {
  const steps = lockSteps(texts, rules, isCalled).filter(isOutOfOrder)
  const unexplained = steps.filter((step) => !harmless.some((one) => explains(one, step)))
  expect(unexplained.map(shown)).toEqual([])
  const unused = harmless.flatMap((one) =>
    one.of.filter((name) => !steps.some((step) => entryOf(step) === name && explains(one, step))),
  )
  expect(unused).toEqual([])
})

describe('a new function is found that', () => {
  const plpgsql = (body: string): string =>
    `create or replace function invented(p_id uuid) returns void language plpgsql as $$
      declare v_id uuid; begin ${body} end $$;`

  test.each([
    [
      'locks a payment before its agent',
      `perform 1 from payments where id = p_id for update; perform lock_agent(p_id);`,
      ['invented > lock_agent takes agents with payments of invented'],
    ],
    [
      'changes a balance, and then an account, in one of its branches',
      `perform ledger_lock(p_id);
       if p_id is null then return; elsif p_id = v_id then null;
       else update external_accounts set updated_at = service_now() where id = p_id; end if;`,
      ['invented takes external_accounts with ledger_balances of ledger_lock'],
    ],
    [
      'claims a key for a payment that it has locked',
      `for v_id in select id from payments where id = p_id for update loop
         v_id := case when p_id is not null then
           case claim_idempotency_key(p_id, 'a', 'b', '', p_id) when 'NEW' then p_id end end;
       end loop;`,
      ['invented > claim_idempotency_key takes idempotency_keys with payments of invented'],
    ],
    [
      'changes an instruction to the rail without its payment',
      `update rail_orders set code = 'a' where reference = 'b';`,
      ['invented takes rail_orders with no payments'],
    ],
    [
      'locks several payments in no order',
      `perform 1 from payments where id = any (array[p_id]) for update;`,
      ['invented takes payments with no order'],
    ],
    [
      'changes several payments in no order',
      `update payments set updated_at = service_now() where status = 'PENDING' and id in (p_id, v_id);`,
      ['invented takes payments with no order'],
    ],
  ])('%s', (_, body, found) => {
    expect(reversals(plpgsql(body))).toEqual(found)
  })

  test('locks by a trigger, or in plain SQL', () => {
    const plain = `create function plain(p_id uuid) returns void language sql as $$
      select 1 from payments where id = p_id for update;
      update customers set uma_address = 'a' where id = p_id;
    $$;`
    const trigger = `create function note_account() returns trigger language plpgsql as $$
      begin perform 1 from external_accounts for update; return new; end $$;
      create trigger balance_changed after update on ledger_balances for each row execute function note_account();
      create function fires() returns void language sql as $$ update ledger_balances set posted = 0 where false $$;`
    expect(reversals(plain)).toEqual(['plain takes customers with payments of plain'])
    expect(
      lockSteps([...texts, trigger], rules, (name) => name === 'fires').filter(isOutOfOrder),
    ).toMatchObject([{ held: 'ledger_balances', taken: 'external_accounts' }])
  })

  test('takes them in order, in branches of which one has returned, or waits for no row', () => {
    expect(
      reversals(
        plpgsql(`if p_id is null then perform ledger_lock(p_id); return; end if;
          perform 1 from payments where id = p_id for update;
          perform 1 from customers where id = p_id for update skip locked;
          perform ledger_lock(p_id);`),
      ),
    ).toEqual([])
  })
})
