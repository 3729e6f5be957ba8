/** Why a customer can pay, or cannot: what each payment from its wallet needs. */
import { useLive } from '../../lib/live.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Money } from '../../ui/Money.tsx'
import { Section } from '../../ui/Section.tsx'
import { meaningOf, wordsOf } from '../../ui/statuses.ts'
import { Check, NotKnown } from './Check.tsx'
import { type Customer, verificationOf } from './facts.tsx'
import { ScaCheck, useFactors } from './ScaCheck.tsx'
import { UnlockCredential } from './Unlock.tsx'
import { type Account, credentialsRequest, useAccounts, walletsOf } from './wallets.ts'

const EVERY_MS = 5_000

export function Standing({ customer }: { readonly customer: Customer }) {
  const accounts = useAccounts(customer.id)
  const factors = useFactors(customer)
  const wallets = walletsOf(accounts.data?.data ?? [])
  return (
    <Section title="What a payment needs">
      {customer.isDeleted ? (
        <Check tone="bad" state="Deleted">
          Nothing is paid by a deleted customer, or to it.
        </Check>
      ) : (
        <KeyValue
          rows={[
            ['Verification', <VerificationCheck key="verification" customer={customer} />],
            ...(accounts.data === undefined || wallets.length > 0
              ? []
              : ([['Wallet', <Check key="none" tone="bad" state="None" />]] as const)),
            ...wallets.map(
              (wallet) =>
                [walletTerm(wallet), <WalletCheck key="wallet" wallet={wallet} />] as const,
            ),
            ...wallets.map(
              (wallet) =>
                [
                  wallets.length > 1 ? `Login to ${wallet.balance.currency.code}` : 'Login',
                  <LoginCheck key="login" wallet={wallet} />,
                ] as const,
            ),
            ['Strong authentication', <ScaCheck key="sca" customer={customer} factors={factors} />],
          ]}
        />
      )}
      <ErrorState problem={accounts.problem} isBesideData={accounts.data !== undefined} />
    </Section>
  )
}

function VerificationCheck({ customer }: { readonly customer: Customer }) {
  const status = verificationOf(customer)
  const isApproved = status === 'APPROVED'
  const code = status === 'UNVERIFIED' ? 'CUSTOMER_NOT_VERIFIED' : 'USER_NOT_READY'
  return (
    <Check tone={isApproved ? 'good' : 'bad'} state={wordsOf(status)}>
      {!isApproved && (
        <span>
          Only an approved customer pays: quotes are refused with <code>{code}</code>.
        </span>
      )}
    </Check>
  )
}

function walletTerm({ balance }: Account): string {
  return `Wallet in ${balance.currency.code}`
}

function WalletCheck({ wallet: { status, balance } }: { readonly wallet: Account }) {
  const isActive = status === 'ACTIVE'
  const [tone, sentence] = meaningOf(status)
  const isEmpty = balance.amount === 0
  return (
    <Check
      tone={isActive && isEmpty ? 'warn' : tone}
      state={isEmpty && isActive ? 'Empty' : wordsOf(status)}
    >
      {isActive ? (
        <span>
          <Money value={balance} /> can be paid.
        </span>
      ) : (
        <span>{sentence}</span>
      )}
    </Check>
  )
}

/** Whether a person can log in to the wallet: without that no payment from it is signed. */
function LoginCheck({ wallet }: { readonly wallet: Account }) {
  const credentials = useLive(credentialsRequest(wallet.id), { everyMs: EVERY_MS })
  const { data, problem, again } = credentials
  if (data === undefined) return <NotKnown problem={problem} />
  const locked = data.data.filter(({ isLocked }) => isLocked)
  if (data.data.length === 0) {
    return (
      <Check tone="bad" state="No credential">
        Login to the wallet is not possible.
      </Check>
    )
  }
  if (locked.length === 0) {
    return (
      <Check tone="good" state="Not locked">
        <span class="soft">{data.data.map(({ type }) => wordsOf(type)).join(', ')}</span>
      </Check>
    )
  }
  return (
    <>
      {locked.map((credential) => (
        <Check key={credential.id} tone="bad" state="Locked">
          <span>
            {credential.nickname}: a hundred wrong codes in a row. Logins are refused with{' '}
            <code>ACCOUNT_LOCKED</code>.
          </span>
          <UnlockCredential credential={credential} onDone={again} />
        </Check>
      ))}
    </>
  )
}
