import { defineConfig } from 'vitest/config'

/**
 * The tests that mutants run against: those that need nothing but Node. `MUTATE=vault` adds the suites of the hostile server for the parts of
 * `vault/` that have no such tests; they start PostgreSQL and take minutes where the others take milliseconds.
 */
const withServer = process.env['MUTATE'] === 'vault'

export default defineConfig({
  test: {
    maxWorkers: 1,
    include: [
      '{crypto,contract,vault}/**/*.test.ts',
      'server/auth/**/*.test.ts',
      'server/status/status-rules.test.ts',
      ...(withServer
        ? [
            'test/malicious-server/**/*.test.ts',
            'test/{account,files,folders,organisation,recovery,requests,session,sharing,spaces}/*.test.ts',
          ]
        : []),
    ],
    exclude: ['**/node_modules/**', '**/*.browser.test.ts', ...(withServer ? [] : ['**/*.integration.test.ts'])],
    globalSetup: withServer ? ['test/postgres.setup.ts'] : [],
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
})
