/** What is signed, and why a request is sent twice: said once, where it happens first. */
export function SignedRetries() {
  return (
    <details class="fold">
      <summary>What is signed, and why a request is sent twice</summary>
      <div class="stack">
        <ol class="numbered">
          <li>
            Your backend sends the request. The answer is <code>202</code> with{' '}
            <code>payloadToSign</code> and <code>requestId</code>: nothing is done yet.
          </li>
          <li>
            The customer’s device signs that text, byte for byte, with the key of its session. The
            result is a stamp.
          </li>
          <li>
            Your backend sends the same request again, with the stamp in{' '}
            <code>Service-Wallet-Signature</code> and the id in <code>Request-Id</code>. Now it is
            done.
          </li>
        </ol>
        <p>
          So neither your backend nor a stolen device can act alone. Signing in by a code, adding
          and revoking credentials, ending sessions and exporting the wallet work like this. A
          payment needs one call fewer: its quote has the <code>payloadToSign</code> already.
        </p>
      </div>
    </details>
  )
}
