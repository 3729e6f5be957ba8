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
    // On a shared machine a process can be starved for seconds; a broken promise fails twice.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
  },
})
