/**
 * `npm run tool -- NAME`: what is made of the sources, and what looks at them.
 *
 *   answers     records what a running service answers to the examples of the reference
 *   client      the packages for platforms as JavaScript, with their types
 *   functions   writes what this release relies on, for the next one to keep
 *   fuzz        schemathesis over the running stack's document
 *   histories   records the workflow histories that are replayed
 *   imports     files and lines of each folder, and what imports what
 *   types       the client's types from the document
 *   vectors     the test vectors of the guide to wallet login
 *
 * Each has its own `--help`.
 */
import { runOneOf } from './command.ts'

await runOneOf({
  answers: 'test/reference/recordAnswers.ts',
  client: 'scripts/tool/client.ts',
  functions: 'scripts/tool/functions.ts',
  fuzz: 'scripts/tool/fuzz.ts',
  histories: 'test/replay/saveHistories.ts',
  imports: 'scripts/tool/imports.ts',
  types: 'scripts/tool/types.ts',
  vectors: 'scripts/tool/vectors.ts',
})
