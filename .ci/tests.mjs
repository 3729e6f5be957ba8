/**
 * The tests, as `.ci/run` has them: the whole suite once, then the files that failed once more, one
 * after the other. On a shared machine a process can be starved for minutes; a broken promise fails
 * twice. What was run again is printed.
 *
 *     node .ci/tests.mjs FILE    writes `PASSED FAILED SKIPPED` to FILE
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

// All of CI has 90 minutes, of which what comes before the tests takes five; tests that hang must not take the
// last line with them. A slow machine has needed over seventy for a whole run: the second run has what it leaves.
const WHOLE_RUN_MINUTES = 78
const BOTH_RUNS_MINUTES = 83
/** More than these are no accident. */
const RUN_AGAIN_MAX = 8

const folder = mkdtempSync(join(tmpdir(), 'payments-ci-'))
const began = Date.now()
let counts = { passed: 0, failed: 1, skipped: 0 }
try {
  const whole = await run('whole', [], WHOLE_RUN_MINUTES)
  counts = whole.counts
  const again = whole.files.filter(hasFailed).map(({ name }) => relative(process.cwd(), name))
  if (again.length > 0 && again.length <= RUN_AGAIN_MAX) {
    console.log(`== run again, one after the other: ${again.join(' ')}`)
    const left = BOTH_RUNS_MINUTES - (Date.now() - began) / 60_000
    const second = await run('second', ['--no-file-parallelism', ...again], left)
    const kept = countsOf(whole.files.filter((file) => !hasFailed(file)))
    counts = {
      passed: kept.passed + second.counts.passed,
      failed: kept.failed + second.counts.failed,
      skipped: kept.skipped + second.counts.skipped,
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
writeFileSync(process.argv[2], `${counts.passed} ${counts.failed} ${counts.skipped}\n`)

/**
 * Weeks since 1970, from Mondays: what fails within one is due to the change, since all its runs make the same choices;
 * the next one makes others, so that nothing is left out for good. Elsewhere the seed is drawn.
 */
function weekNow() {
  return Math.floor((Date.now() / 86_400_000 + 3) / 7)
}

/** Files and counts of one run of vitest; a run without a report is one failure. */
async function run(name, extra, minutes) {
  const report = join(folder, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await ended(['test', '--silent', '--', ...reporters, ...extra], minutes)
  let read
  try {
    read = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return { files: [], counts: { passed: 0, failed: 1, skipped: 0 } }
  }
  const found = countsOf(read.testResults)
  // A run that fails with all tests green has still failed: an error outside of them.
  if (found.failed === 0 && (code !== 0 || !read.success)) found.failed = 1
  return { files: read.testResults, counts: found }
}

/** Ends npm and what it has started, politely first, when the time is over. */
function ended(args, minutes) {
  return new Promise((resolve) => {
    const child = spawn('npm', args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
      env: { TEST_SEED: String(weekNow()), ...process.env },
    })
    const signal = (name) => {
      try {
        process.kill(-child.pid, name)
      } catch {
        // It has just ended.
      }
    }
    const late = setTimeout(() => {
      console.log(`== ended after ${Math.round(minutes)} minutes`)
      signal('SIGINT')
    }, minutes * 60_000)
    const tooLate = setTimeout(() => signal('SIGKILL'), (minutes + 2) * 60_000)
    child.on('exit', (code) => {
      clearTimeout(late)
      clearTimeout(tooLate)
      resolve(code)
    })
  })
}

function hasFailed({ status }) {
  return status === 'failed'
}

/** A file that cannot even be loaded, or whose set-up failed, counts as one failure. */
function countsOf(files) {
  const counted = { passed: 0, failed: 0, skipped: 0 }
  for (const file of files) {
    const tests = file.assertionResults
    const failed = tests.filter(({ status }) => status === 'failed').length
    counted.passed += tests.filter(({ status }) => status === 'passed').length
    counted.failed += hasFailed(file) && failed === 0 ? 1 : failed
    counted.skipped += tests.filter(({ status }) =>
      ['pending', 'skipped', 'todo', 'disabled'].includes(status),
    ).length
  }
  return counted
}
