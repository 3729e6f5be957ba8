/** What an attempt does under a fault that its platform has ordered. */
import type { OrderedFault } from '../../contract/sandboxFaults.ts'
import type { MetFault } from '../../db/sandboxFaultFunctions.ts'
import type { PostResult } from './post.ts'

/** How a webhook is signed: with a signature of these bytes, of others, or with none. */
export type Signing = 'RIGHT' | 'WRONG' | 'NONE'

const HELD_BACK_SECONDS = 5

/** Why nothing is sent in this attempt. */
const unsent: Partial<Readonly<Record<OrderedFault, string>>> = {
  REFUSED: 'ordered fault: not sent',
  OUT_OF_ORDER: 'ordered fault: held back, so that later ones overtake it',
}

export function unsentReason(fault: MetFault | null): string | undefined {
  return fault === null ? undefined : unsent[fault.kind]
}

/** When one that was held back is sent; undefined for others. */
export function heldBackMs(fault: MetFault | null): number | undefined {
  if (fault?.kind !== 'OUT_OF_ORDER') return undefined
  return (fault.delaySeconds ?? HELD_BACK_SECONDS) * 1_000
}

export async function postUnder(
  fault: MetFault | null,
  post: (signing: Signing) => Promise<PostResult>,
): Promise<PostResult> {
  switch (fault?.kind) {
    case 'TWICE':
      await post('RIGHT')
      return post('RIGHT')
    case 'UNSIGNED':
      return post('NONE')
    case 'WRONGLY_SIGNED':
      return post('WRONG')
    case 'ANSWER_LOST': {
      const { isTimeout } = await post('RIGHT')
      return {
        status: undefined,
        error: 'ordered fault: the answer was lost',
        isTimeout,
        response: '',
      }
    }
    default:
      return post('RIGHT')
  }
}
