/**
 * People who sign in to pages of ours, and how each audience of them differs: its accounts, its cookies and its pages'
 * names. A session of one audience is nothing to another: each keeps them in a table of its own.
 */
import type { Tx } from '../../db/database.ts'
import type { SignedInPerson } from '../../providers/identityIssuers/openIdProvider.ts'
import type { Context } from '../middleware/state.ts'

export type Person = { readonly id: string; readonly name: string }

/** Why there is no account for who has signed in at the issuer. */
export type NoAccount = { readonly refused: 'NO_ACCESS' | 'NAME_TAKEN' }

export type Audience<Of extends Person = Person> = {
  /** Cookies and the operations of metrics are named by it: `operator`. */
  readonly name: string
  /** Host names, with commas between, of its pages: names that lead to nothing else. */
  readonly hostNames: string
  /** Its pages send it with each write: scripts of another origin cannot without asking first, and are not answered. */
  readonly writeHeader: string
  /** @throws Refusal for who may not call, as `WWW-Authenticate` explains */
  identify(context: Context): Promise<Of>
  /** The account of a token that is given to log in with; a session's secret is none. @throws Refusal */
  ofToken(context: Context, token: string): Promise<Of>
  /** The account of who has signed in at the issuer. */
  ofSignIn(tx: Tx, person: SignedInPerson, requestId: string): Promise<Of | NoAccount>
  /** Before the issuer is asked. @throws Refusal RATE_LIMITED for an address whose sign-ins have failed too often */
  requireMayTry(context: Context): void
  /** Counts a sign-in that was not accepted. @throws Refusal */
  refuseSignIn(context: Context, reason: string): Promise<never>
  /** Begins a session, and writes that down. @returns its secret */
  begin(
    tx: Tx,
    person: Of,
    session: { readonly requestId: string; readonly of: 'BROWSER' | 'COMMAND' },
  ): Promise<string>
  /** Ends a session. False: there was none. */
  end(tx: Tx, secret: string): Promise<boolean>
  /** Writes a logout down. */
  noteLogout(tx: Tx, person: Of, requestId: string): Promise<void>
  /** What a page is shown of who is logged in. */
  present(person: Of): object
}
