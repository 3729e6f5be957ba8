import { useState } from 'preact/hooks'
import { useAction } from '../../lib/action.ts'
import { announce } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeText } from '../../ui/Curl.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useOwnLack } from './CredentialsPart.tsx'
import { senderFor } from './exchanges.ts'
import { Part } from './Part.tsx'
import { readSigners } from './signers.ts'
import type { Play } from './useWallet.ts'
import { exportWallet } from './wallet.ts'

/** The wallet's own words, sealed to a key of this page and opened here. */
export function ExportPart({ play }: { readonly play: Play }) {
  const { api } = useSession()
  const [words, setWords] = useState<string>()
  const lack = useOwnLack(play)
  const exported = useAction(async () => {
    if (play.own === undefined || play.wallet === undefined) return
    const { exportSigner } = await readSigners()
    setWords(await exportWallet(senderFor(api, 'export'), play.own, play.wallet, exportSigner))
    announce('The wallet is exported.')
  })
  return (
    <Part step="export" title="Export">
      <p class="soft">
        The customer can leave with the wallet. Its words come sealed to a key of this page: your
        backend passes on what it cannot read.
      </p>
      {words === undefined ? (
        <p>
          <Button isBusy={exported.isBusy} disabledReason={lack} onPress={exported.run}>
            Export the wallet
          </Button>
        </p>
      ) : (
        <>
          <CodeText text={words} what="the words" />
          <p>
            <Button onPress={() => setWords(undefined)}>Hide the words</Button>
          </p>
        </>
      )}
      <ErrorState problem={exported.problem} />
    </Part>
  )
}
