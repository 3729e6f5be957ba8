/** The fields of a policy, with the API's own names: its errors stand where they belong. */
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { settings } from '../../lib/settings.ts'
import { Button } from '../../ui/Button.tsx'
import { Checks } from '../../ui/Checks.tsx'
import { shortId } from '../../ui/CopyId.tsx'
import { Field } from '../../ui/Form.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Draft, type Mode, permissions, type RuleDraft } from './draft.ts'

type PolicyFieldsProps = {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
  /** Whose accounts can be chosen; undefined if it is not known yet. */
  readonly customerId: string | undefined
}

const limits = 'policy.spendingLimits'
const modes = [
  ['APPROVAL_REQUIRED', 'Ask a person about everything'],
  ['AUTO', 'Act at once, up to the threshold'],
] as const

export function PolicyFields({ draft, onChange, customerId }: PolicyFieldsProps) {
  const set = (change: Partial<Draft>): void => onChange({ ...draft, ...change })
  const amount = (name: string, label: string, key: 'perTransaction' | 'daily' | 'monthly') => (
    <Field
      name={`${limits}.${name}`}
      label={`${label} (${draft.currency})`}
      inputMode="decimal"
      required={key === 'perTransaction'}
      value={draft[key]}
      onInput={(value) => set({ [key]: value })}
    />
  )
  return (
    <>
      <Checks
        label="It may"
        options={permissions.map((each) => [each, wordsOf(each)] as const)}
        chosen={draft.permissions}
        onChange={(chosen) =>
          set({ permissions: permissions.filter((each) => chosen.includes(each)) })
        }
      />
      <Field
        name="policy.defaultExecutionMode"
        label="Payments"
        options={modes}
        value={draft.mode}
        onInput={(value) => set({ mode: value as Mode })}
      />
      <div class="pair">
        <Field
          name={`${limits}.currency`}
          label="Currency of the limits"
          options={codesWith(draft.currency)}
          value={draft.currency}
          onInput={(currency) => set({ currency })}
        />
        <Field
          name="policy.approvalThresholds.amount"
          label={`Ask a person above (${draft.currency})`}
          inputMode="decimal"
          value={draft.threshold}
          onInput={(threshold) => set({ threshold })}
        />
        {amount('perTransactionLimit', 'At most each', 'perTransaction')}
        {amount('dailyLimit', 'At most a day', 'daily')}
        {amount('monthlyLimit', 'At most a month', 'monthly')}
        <Field
          name={`${limits}.dailyTransactionLimit`}
          label="Actions a day"
          inputMode="numeric"
          value={draft.dailyCount}
          onInput={(dailyCount) => set({ dailyCount })}
        />
      </div>
      <p class="hint">Days and months are of UTC. An empty field is no limit.</p>
      {customerId === undefined ? (
        <p class="hint">Accounts can be limited once the customer is chosen.</p>
      ) : (
        <Accounts key={customerId} draft={draft} set={set} customerId={customerId} />
      )}
    </>
  )
}

function codesWith(code: string): readonly string[] {
  const codes = settings().currencies.map((each) => each.code)
  return codes.includes(code) ? codes : [code, ...codes]
}

type AccountsProps = {
  readonly draft: Draft
  readonly set: (change: Partial<Draft>) => void
  readonly customerId: string
}

function Accounts({ draft, set, customerId }: AccountsProps) {
  const accounts = useAccounts(customerId, [
    ...(draft.allowed ?? []),
    ...draft.rules.map(({ accountId }) => accountId),
  ])
  const setRule = (at: number, change: Partial<RuleDraft>): void =>
    set({ rules: draft.rules.map((rule, index) => (index === at ? { ...rule, ...change } : rule)) })
  // A rule about an account that it may not use is refused.
  const usable = accounts.filter(([id]) => draft.allowed?.includes(id) ?? true)
  const free = usable.filter(([id]) => draft.rules.every(({ accountId }) => accountId !== id))
  const next = free[0]
  return (
    <>
      <Field
        name="policy.accountRestrictions"
        label="Accounts"
        options={[
          ['all', 'All accounts of the customer, and UMA addresses'],
          ['some', 'Only the accounts chosen here, as source and as destination'],
        ]}
        value={draft.allowed === undefined ? 'all' : 'some'}
        onInput={(value) => set({ allowed: value === 'all' ? undefined : [] })}
      />
      {draft.allowed !== undefined && (
        <Checks
          label="Allowed accounts"
          options={accounts}
          chosen={draft.allowed}
          onChange={(allowed) => set({ allowed })}
        />
      )}
      <Section
        title="Rules for single accounts"
        actions={
          next !== undefined && (
            <Button
              isSmall
              onPress={() =>
                set({ rules: [...draft.rules, { accountId: next[0], mode: '', limit: '' }] })
              }
            >
              Add a rule
            </Button>
          )
        }
      >
        {draft.rules.length === 0 && <p class="soft">None: the policy holds for every account.</p>}
        {draft.rules.map((rule, index) => {
          const name = `policy.accountRestrictions.accountRules.${index}`
          return (
            <div key={rule.accountId} class="card stack">
              <Field
                name={`${name}.accountId`}
                label="Account"
                options={accounts.filter(
                  ([id]) => id === rule.accountId || free.some(([other]) => other === id),
                )}
                value={rule.accountId}
                onInput={(accountId) => setRule(index, { accountId })}
              />
              <div class="pair">
                <Field
                  name={`${name}.executionMode`}
                  label="Payments"
                  options={[['', 'As the policy says'], ...modes]}
                  value={rule.mode}
                  onInput={(mode) => setRule(index, { mode: mode as RuleDraft['mode'] })}
                />
                <Field
                  name={`${name}.perTransactionLimit`}
                  label={`At most each (${draft.currency})`}
                  inputMode="decimal"
                  value={rule.limit}
                  onInput={(limit) => setRule(index, { limit })}
                />
              </div>
              <p>
                <Button
                  isSmall
                  onPress={() => set({ rules: draft.rules.filter((_, each) => each !== index) })}
                >
                  Remove the rule
                </Button>
              </p>
            </div>
          )
        })}
      </Section>
    </>
  )
}

type Choice = readonly [id: string, words: string]

/** Accounts of the customer; those that a policy names and the lists lack stay, by their ids. */
function useAccounts(customerId: string, named: readonly string[]): readonly Choice[] {
  const query = { customerId, limit: 100 }
  const once = { everyMs: 0 }
  const internal = useLive(request('get', '/customers/internal-accounts', { query }), once)
  const external = useLive(request('get', '/customers/external-accounts', { query }), once)
  const known: Choice[] = [
    ...(internal.data?.data ?? []).map(
      ({ id, balance }): Choice => [id, `${balance.currency.code} account ${shortId(id)}`],
    ),
    ...(external.data?.data ?? []).map(({ id, currency, accountInfo }): Choice => {
      const { beneficiary } = accountInfo as { beneficiary?: { fullName?: string } }
      const name = beneficiary?.fullName ?? wordsOf(accountInfo.accountType)
      return [id, `${name}, ${currency} ${shortId(id)}`]
    }),
  ]
  const missing = [...new Set(named)].filter((id) => known.every(([each]) => each !== id))
  return [...known, ...missing.map((id): Choice => [id, id])]
}
