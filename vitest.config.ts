import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArguments, findChromium } from './scripts/chromium.mjs'

const integration = ['server/**/*.test.ts', 'test/**/*.test.ts', 'vault/**/*.integration.test.ts', 'cli/**/*.test.ts']
const browser = ['**/*.browser.test.ts']
const exclude = ['**/node_modules/**', 'web/dist/**', 'e2e/**']

/** `unit` needs nothing, `browser` needs Chromium, `integration` starts a real PostgreSQL. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...exclude, ...browser, ...integration],
        },
      },
      {
        test: {
          name: 'browser',
          include: browser,
          exclude,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: { executablePath: findChromium() ?? '', args: chromiumArguments } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'integration',
          include: integration,
          exclude,
          globalSetup: ['test/postgres.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
