import { cancelInvitation } from './cancelInvitation.ts'
import { claimInvitation } from './claimInvitation.ts'
import { createInvitation } from './createInvitation.ts'
import { getInvitation } from './getInvitation.ts'

export default [createInvitation, getInvitation, claimInvitation, cancelInvitation]
