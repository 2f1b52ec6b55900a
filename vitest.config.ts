import path from 'node:path'
import tailwind from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { recycledForks } from './test/recycled-forks.ts'
import { excludedFiles } from './scripts/tiers.ts'
import { chromiumArguments, findHeadlessShell } from './scripts/chromium.mjs'

const integration = ['test/**/*.test.ts', 'cli/**/*.test.ts']
const browser = ['**/*.browser.test.{ts,tsx}']
const exclude = ['**/node_modules/**', 'web/dist/**', 'e2e/**', '.data/**', ...excludedFiles(process.env)]

/** Ends a test that hangs; it says nothing about speed. Argon2id and ML-DSA in JavaScript take seconds on a busy machine, a new database minutes. */
const HANGS_MS = 90_000
const SERVER_HANGS_MS = 240_000
/** How long something may take to come about before it counts as missing; the second that Vitest waits by itself is short for a busy machine. */
const MISSING_MS = Number(process.env['QUANTUMSHIELD_MISSING_MS'] ?? 30_000)
const expectation = { poll: { timeout: MISSING_MS } }
/** MiB for what lives as long as a request: with the 16 that Node takes by itself, 3 to 4 % more of the processor went into garbage. */
const ROOMY = ['--max-semi-space-size=64']
/** React as people get it. Its build for development keeps a stack for every element and notes every render. */
const asDelivered = { 'process.env.NODE_ENV': JSON.stringify('production') }

/** Unit tests that replace the clock of their process. What another file left running would be caught in it, so each has a process of its own. */
const APART = [
  'server/storage/uploads/watch-idle.test.ts',
  'vault/session/{ask-again,retry}.test.ts',
  'vault/transfer/object-reader.test.ts',
  'web/app/drive/take-turn.test.ts',
  'web/app/shell/gather-lists.test.ts',
  'web/studio/content/grammar/grammar-session.test.ts',
]

/** `unit` needs nothing, `browser` needs Chromium, `integration` starts a real PostgreSQL. */
export default defineConfig({
  test: {
    // Password hashing, Chromium and PostgreSQL share the machine with the tests; more workers only reach timeouts.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...exclude, ...browser, ...integration, ...APART],
          // Importing again for each file took half of the time. A test that needs a module that nobody has loaded calls `vi.resetModules`.
          isolate: false,
          execArgv: ROOMY,
          expect: expectation,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        test: {
          name: 'unit-apart',
          include: APART,
          exclude,
          expect: expectation,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        // Controls are tried with the look that places and sizes them.
        plugins: [tailwind()],
        define: asDelivered,
        oxc: { jsx: { development: false } },
        // Bundled before the tests start: what is found later loads the page again in the middle of a test.
        optimizeDeps: {
          rolldownOptions: { transform: { define: asDelivered } },
          include: [
            'axe-core',
            'react-dom/client',
            'react/jsx-runtime',
            'react-router',
            'uqr',
            '@base-ui/react/*',
            '@zxcvbn-ts/core',
            '@zxcvbn-ts/language-common',
            '@zxcvbn-ts/language-en/dist/commonWords.json.mjs',
          ],
        },
        test: {
          name: 'browser',
          include: browser,
          exclude,
          // One page for file after file, as above: what a test shows, it takes away.
          isolate: false,
          // Pauses of 50 ms between looks add up, and looking more often took no more processor time.
          expect: { poll: { ...expectation.poll, interval: 15 } },
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: { executablePath: findHeadlessShell() ?? '', args: chromiumArguments },
              // Nobody waits for a dialog to fade.
              contextOptions: { reducedMotion: 'reduce' },
              actionTimeout: MISSING_MS,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        // Found before the imports of package.json, which name the function itself.
        resolve: {
          alias: { '#argon2': path.resolve(import.meta.dirname, 'test/support/people/remembered-argon2.ts') },
        },
        test: {
          name: 'integration',
          include: integration,
          exclude,
          isolate: false,
          pool: recycledForks,
          execArgv: ROOMY,
          globalSetup: ['test/postgres.setup.ts'],
          expect: expectation,
          testTimeout: SERVER_HANGS_MS,
          hookTimeout: SERVER_HANGS_MS,
        },
      },
    ],
  },
})
