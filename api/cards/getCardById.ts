import { Card } from '../../contract/components/cards.ts'
import { presentCard } from '../../contract/present/cards.ts'
import { operation } from '../operation.ts'
import { findCard } from './findCard.ts'

export const getCardById = operation({
  id: 'getCardById',
  group: 'Cards',
  method: 'get',
  path: '/cards/:id',
  permission: 'VIEW',
  summary: 'Read a card',
  status: 200,
  responses: { 200: Card },
  outside: { always: ['CARD_ISSUER'] },
  errors: ['REFERENCE_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    return presentCard(await findCard(dependencies, platform.id, params.id))
  },
})
