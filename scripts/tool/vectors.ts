/** `npm run tool -- vectors`: writes the test vectors of the guide to wallet login. */
import { parseArgs } from 'node:util'
import { command } from '../command.ts'
import { writeVectors } from '../walletVectors.ts'

await command(async () => {
  parseArgs()
  await writeVectors()
})
