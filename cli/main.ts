/** `payments`, as the package's `bin` starts it. */
import { run } from './payments.ts'

// Who reads only the beginning has read enough: `payments inbox list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
