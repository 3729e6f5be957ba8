/** `payments`, as the package's `bin` starts it. */
import { run } from './payments.ts'

run(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
