import { Connection } from '@temporalio/client'
import type { Config } from '../../runtime/config.ts'
import { temporalConnectionOptions } from '../../runtime/temporalConnection.ts'
import { Failure } from '../failure.ts'

/** Connects to Temporal for one command. @throws Failure where it does not answer */
export async function withTemporal<Result>(
  config: Config,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const options = temporalConnectionOptions(config)
  const connection = await Connection.connect(options).catch(({ message }: Error) => {
    const [why] = message.split('\n')
    throw new Failure('FAILED', `Temporal at ${options.address} does not answer (${why}).`)
  })
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}
