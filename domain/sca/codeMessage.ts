/** What a person reads beside a one-time code. */

export type CodePurpose =
  | 'VERIFY_EMAIL'
  | 'VERIFY_PHONE'
  | 'LOGIN'
  | 'TRUST'
  | 'UNTRUST'
  | 'CURRENCY_CONVERSION'
  | 'PAYOUT'

export type CodeDetails = {
  /** The platform's name. */
  readonly appName: string
  /** As a person reads it: `10.00 EUR`. */
  readonly amount?: string | undefined
  readonly payee?: string | undefined
}

/** The subject and text of the message with a code: of a payment, its amount and payee are named. */
export function codeMessage(
  purpose: CodePurpose,
  code: string,
  details: CodeDetails,
): { readonly subject: string; readonly text: string } {
  const { appName } = details
  return {
    subject: `${code} is your code for ${appName}`,
    text:
      `${code} is your code for ${appName}. ${whatItDoes(purpose, details)} ` +
      'Do not share it. If you have not asked for it, do nothing.',
  }
}

function whatItDoes(purpose: CodePurpose, { amount, payee }: CodeDetails): string {
  const to = payee === undefined ? '' : ` to ${payee}`
  switch (purpose) {
    case 'VERIFY_EMAIL':
      return 'It confirms this email address and is valid for 10 minutes.'
    case 'VERIFY_PHONE':
      return 'It confirms this phone number and is valid for 10 minutes.'
    case 'LOGIN':
      return 'It logs you in and is valid for 5 minutes.'
    case 'TRUST':
      return `It lets later payments${to} be made without a code.`
    case 'UNTRUST':
      return `It makes later payments${to} ask for a code again.`
    case 'CURRENCY_CONVERSION':
      return `It authorizes the conversion of ${amount ?? 'your money'}${to}.`
    case 'PAYOUT':
      return `It authorizes the payment of ${amount ?? 'your money'}${to}.`
  }
}
