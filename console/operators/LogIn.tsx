import { useAction } from '../lib/action.ts'
import type { ApiProblem } from '../lib/problem.ts'
import { useRoute } from '../lib/route.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Field, Form, type FormValues } from '../ui/Form.tsx'
import { logIn, resume } from './session.ts'
import { useSettings } from './settings.ts'

type LogInProps = {
  /** Why the session could not be read. */
  readonly problem: ApiProblem | undefined
  /** Why the session has ended, unless the operator has logged out. */
  readonly notice: string | undefined
}

/** Why a sign-in at the issuer has led back here, as the address says. */
const signInProblems: Readonly<Record<string, string>> = {
  DENIED: 'The issuer has not signed you in.',
  EXPIRED: 'The sign-in took too long, or was begun in another window. Begin again.',
  NO_ACCESS:
    'You are signed in, and have no access here: no group of yours has a role, or your account is revoked.',
  NAME_TAKEN: 'You are signed in, and an account of your name is another one. Ask an ADMIN.',
  REFUSED: 'What the issuer said of you was not accepted. Begin again.',
  TOO_MANY: 'Sign-ins from your address have failed too often. Try again in a minute.',
  UNAVAILABLE: 'The issuer does not answer. Sign in later, or with a token.',
}

export function LogIn({ problem, notice }: LogInProps) {
  const action = useAction(({ token = '' }: FormValues) => logIn(token))
  const { hasSignIn } = useSettings()
  const { problem: code = '' } = useRoute().query
  const signInProblem = Object.hasOwn(signInProblems, code) ? signInProblems[code] : undefined
  return (
    <main class="sign-in">
      <h1>Operators</h1>
      {notice !== undefined && (
        <p class="problem" role="alert">
          {notice}
        </p>
      )}
      {signInProblem !== undefined && (
        <p class="problem" role="alert">
          {signInProblem}
        </p>
      )}
      {hasSignIn && (
        <p>
          <a
            class="button link primary"
            href={`/sign-in?to=${encodeURIComponent(location.pathname)}`}
          >
            Sign in
          </a>
        </p>
      )}
      <ErrorState problem={problem} onRetry={() => void resume()} />
      <Form action={action} label="Log in">
        <p class="soft">
          {hasSignIn ? 'Or with a token' : 'With your operator’s token'}, which{' '}
          <code>payments admin operator create</code> printed. What you read and do is written down
          under your name.
        </p>
        <Field
          name="token"
          label="Token"
          type="password"
          required
          isFirst={hasSignIn === false}
          autocomplete="current-password"
        />
        <Button type="submit" kind={hasSignIn ? 'plain' : 'primary'} isBusy={action.isBusy}>
          Log in
        </Button>
      </Form>
    </main>
  )
}
