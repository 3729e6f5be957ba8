/** Lines of the log are written in batches; none is lost with a process that exits, nor a warning with one that is killed. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const source = fileURLToPath(new URL('../../runtime/log.ts', import.meta.url))

/** Messages that a process has written whose last statement is `last`. */
function written(last: string): Promise<string[]> {
  const program = `import { createLogger } from ${JSON.stringify(source)}
    const log = createLogger('info', 'test')
    log.info('first')
    log.warn('second')
    log.info('third')
    ${last}`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (_ended, output, said) => {
      if (said !== '') return reject(new Error(said))
      const lines = output.trim().split('\n')
      resolve(lines.map((line) => (JSON.parse(line) as { msg: string }).msg))
    })
  })
}

test('a process that exits has written all of its lines, in their order', async () => {
  expect(await written('process.exit(1)')).toEqual(['first', 'second', 'third'])
})

test('a process that is killed has written its warnings, and what came before them', async () => {
  expect(await written(`process.kill(process.pid, 'SIGKILL')`)).toEqual(['first', 'second'])
})

test('a process that stays writes without being asked', async () => {
  const stays = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1_000)`
  expect(await written(stays)).toEqual(['first', 'second', 'third'])
})
