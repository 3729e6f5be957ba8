import { createTransferIn } from './createTransferIn.ts'
import { createTransferOut } from './createTransferOut.ts'

export default [createTransferIn, createTransferOut]
