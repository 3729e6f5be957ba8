/** Open workflows outlive a deployment: current code must replay every saved history. */
import '../support/temporalRuntime.ts'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ReplayResult, Worker } from '@temporalio/worker'
import { afterAll, expect, test } from 'vitest'
import { parseConfig } from '../../runtime/config.ts'
import { dataConverterOf } from '../../runtime/converter.ts'
import { bundleWorkflows } from '../../worker/bundle.ts'
import { workflows } from '../../workflows/registry.ts'
import { CODEC_KEYS, type SavedHistory, savedHistories } from './savedHistories.ts'

const config = parseConfig({ CODEC_KEYS })
const keptIn = mkdtempSync(join(tmpdir(), 'bundles-test-'))
const bundle = bundleWorkflows(keptIn)
afterAll(() => rmSync(keptIn, { recursive: true }))

async function replay(histories: readonly SavedHistory[]): Promise<ReplayResult[]> {
  const results: ReplayResult[] = []
  const options = { workflowBundle: await bundle, dataConverter: dataConverterOf(config) }
  const named = histories.map(({ name, history }) => ({ workflowId: name, history }))
  for await (const result of Worker.runReplayHistories(options, named)) results.push(result)
  return results
}

test('every workflow has saved histories', () => {
  const names = savedHistories().map(({ name }) => name.split('-')[0])
  expect([...new Set(names)].sort()).toEqual(Object.keys(workflows).sort())
})

test('every saved history replays with current code', async () => {
  const histories = savedHistories()
  const results = await replay(histories)
  expect(results).toHaveLength(histories.length)
  for (const { workflowId, error } of results) expect(error, workflowId).toBeUndefined()
})

test('a history of different code is detected', async () => {
  const settled = savedHistories().filter(({ name }) => name === 'quoteExecution-settled')
  const text = JSON.stringify(settled).replaceAll('"signTransfer"', '"signSomethingElse"')
  const [result] = await replay(JSON.parse(text))
  expect(result?.error?.name).toBe('DeterminismViolationError')
})

test('what was bundled is kept for the next start, by all that the bundler read', async () => {
  const { code } = await bundle
  expect(readdirSync(keptIn)).toEqual(['workflows.json'])
  expect((await bundleWorkflows(keptIn)).code).toBe(code)
  const path = join(keptIn, 'workflows.json')
  const kept = JSON.parse(readFileSync(path, 'utf8')) as { sources: Record<string, string> }
  expect(Object.keys(kept.sources)).toEqual(
    expect.arrayContaining(['workflows/quoteExecution.ts', 'workflows/failureConverter.ts']),
  )
  writeFileSync(path, JSON.stringify({ ...kept, code: 'another' }))
  expect((await bundleWorkflows(keptIn)).code).toBe('another')
  const changed = { ...kept.sources, 'workflows/quoteExecution.ts': 'what it was before' }
  writeFileSync(path, JSON.stringify({ sources: changed, code: 'another' }))
  expect((await bundleWorkflows(keptIn)).code).toBe(code)
})

test('where nothing can be kept, it is bundled all the same', async () => {
  const { code } = await bundle
  const belowAFile = join(keptIn, 'workflows.json', 'bundles')
  expect((await bundleWorkflows(belowAFile)).code).toBe(code)
})
