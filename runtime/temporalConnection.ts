/**
 * How every process of ours reaches Temporal: our own settings for the address and the API key, and
 * the standard `TEMPORAL_TLS_*` variables (client certificates, server CA) as the SDKs read them.
 */
import { type ClientConnectConfig, loadClientConnectConfig } from '@temporalio/envconfig'
import { type Config, need } from './config.ts'

/** Options for the client's `Connection` and the worker's `NativeConnection` alike. */
export function temporalConnectionOptions(
  config: Config,
): ClientConnectConfig['connectionOptions'] & { address: string } {
  // No profile file: what a process does follows from its environment alone.
  const { connectionOptions } = loadClientConnectConfig({ disableFile: true })
  const apiKey = config.TEMPORAL_API_KEY
  return {
    ...connectionOptions,
    address: need(config, 'TEMPORAL_ADDRESS'),
    ...(apiKey !== undefined && { apiKey, tls: connectionOptions.tls ?? true }),
  }
}
