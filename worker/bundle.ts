/** The workflow code, bundled once a process (and once a test run). */
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundle } from '@temporalio/worker'
import { failureConverterPath } from '../workflows/converter.ts'

export function bundleWorkflows(): Promise<WorkflowBundle> {
  return bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../workflows/index.ts', import.meta.url)),
    failureConverterPath,
    // The bundler tells the size of every module otherwise.
    logger: new DefaultLogger('WARN'),
  })
}
