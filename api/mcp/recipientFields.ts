import { findVariant } from '../../contract/externalAccounts.ts'
import type { Operation } from '../operation.ts'
import { propertiesOf } from './request.ts'
import { type Json, listedSchema, variantsOf } from './schemas.ts'
import type { OwnTool } from './tool.ts'

/**
 * The fields of one account type. There are dozens of types: all of them in the listing of tools
 * would fill a model's context.
 */
export function recipientFields(operation: Operation): OwnTool {
  const variants = variantsOf(propertiesOf(operation.body).accountInfo as Json)
  return {
    name: 'recipient_fields',
    title: 'Fields of an account type',
    description:
      'Says which fields `accountInfo` of add_recipient has for one account type, as JSON Schema.',
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    inputSchema: {
      type: 'object',
      required: ['accountType'],
      properties: { accountType: { type: 'string', enum: [...variants.keys()] } },
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      required: ['currencies', 'accountInfo'],
      properties: {
        currencies: { type: 'array', items: { type: 'string' } },
        accountInfo: { type: 'object', description: 'A JSON Schema.' },
      },
    },
    async run({ accountType }) {
      const { currencies = [] } = findVariant(accountType) ?? {}
      const accountInfo = listedSchema(variants.get(String(accountType)) ?? {})
      const structuredContent = { currencies: [...currencies], accountInfo }
      return {
        content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
        structuredContent,
      }
    },
  }
}
