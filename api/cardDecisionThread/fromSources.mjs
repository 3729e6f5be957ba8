/** Starts the thread's program from its sources: a thread does not have its process's loader of TypeScript. */
import { register } from 'tsx/esm/api'

register()
await import('./main.ts')
