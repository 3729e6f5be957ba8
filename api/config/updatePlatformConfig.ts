import { PlatformConfig, PlatformConfigUpdateRequest } from '../../contract/components/platform.ts'
import { type FieldError, invalidInput, Refusal } from '../../contract/errors.ts'
import { reachOf, webhookEndpointProblem } from '../../contract/webhooks.ts'
import { operation } from '../operation.ts'
import { readPlatformConfig } from './platformConfig.ts'

export const updatePlatformConfig = operation({
  id: 'updatePlatformConfig',
  group: 'Platform Configuration',
  method: 'patch',
  path: '/config',
  permission: 'MANAGE',
  summary: "Change the platform's configuration",
  description:
    'Fields that are left out stay. `supportedCurrencies` replaces the list, `feeConfigs` is an ' +
    'upsert. Setting `webhookEndpoint` sends one `TEST` event there.',
  body: PlatformConfigUpdateRequest,
  status: 200,
  responses: { 200: PlatformConfig },
  errors: ['NOT_IMPLEMENTED'],
  async handle({ body, platform, dependencies }) {
    const { config, database } = dependencies
    const problems: FieldError[] = []
    if (body.webhookEndpoint !== undefined) {
      const problem = webhookEndpointProblem(
        body.webhookEndpoint,
        reachOf(platform.environment, config.ENVIRONMENT),
      )
      if (problem !== undefined) {
        problems.push({ field: 'webhookEndpoint', constraint: 'format', message: problem })
      }
    }
    for (const [index, fee] of (body.feeConfigs ?? []).entries()) {
      if (fee.fixedFee.currency !== fee.sourceCurrency) {
        const field = `feeConfigs.${index}.fixedFee.currency`
        problems.push({ field, constraint: 'const', message: 'must be the source currency' })
      }
    }
    if (problems.length > 0) throw invalidInput(problems)
    if (body.feeConfigs?.some((fee) => fee.sourceCurrency !== 'USD')) {
      throw new Refusal('NOT_IMPLEMENTED', { reason: 'Platform fees are taken in USD only.' })
    }
    await database.query({
      text: 'select update_platform_config($1, $2::jsonb)',
      values: [platform.id, JSON.stringify(body)],
    })
    return readPlatformConfig(dependencies, platform.id)
  },
})
