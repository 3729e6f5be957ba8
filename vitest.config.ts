import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    // Processes, not threads: the Temporal runtime is one a process and installed by each file.
    pool: 'forks',
    // Files share one PostgreSQL, one Temporal and two cores; side by side they would only wait.
    fileParallelism: false,
    globalSetup: 'test/global.ts',
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
  },
})
