import { defineConfig } from 'vitest/config'

/** Integration tests against a database in which one function was changed: see sql.ts. */
export default defineConfig({
  test: {
    maxWorkers: 1,
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '.data/**'],
    globalSetup: ['scripts/mutation/sql.setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
})
