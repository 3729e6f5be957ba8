import { createCard } from './createCard.ts'
import { getCardById } from './getCardById.ts'
import { listCards } from './listCards.ts'
import { revealCard } from './revealCard.ts'
import { tokenizeCard } from './tokenizeCard.ts'
import { updateCardById } from './updateCardById.ts'

export default [createCard, listCards, getCardById, updateCardById, revealCard, tokenizeCard]
