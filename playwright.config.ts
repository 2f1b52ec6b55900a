import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumArguments, findHeadlessShell } from './scripts/chromium.mjs'
import { findFirefox } from './scripts/firefox.mjs'
import { TIER } from './scripts/tiers.ts'

/** A desktop with a mouse; headless Firefox has no pointer of its own. */
const FINE_AND_HOVER = 6
const firefox = {
  name: 'firefox',
  grep: /@firefox/,
  use: {
    browserName: 'firefox' as const,
    // Firefox itself over WebDriver BiDi, not the build that Playwright brings.
    channel: 'moz-firefox',
    contextOptions: {},
    launchOptions: {
      executablePath: path.resolve(import.meta.dirname, 'e2e/support/firefox/relay.mjs'),
      args: [],
      firefoxUserPrefs: {
        'ui.primaryPointerCapabilities': FINE_AND_HOVER,
        'ui.allPointerCapabilities': FINE_AND_HOVER,
        // Its panel takes the focus.
        'browser.download.alwaysOpenPanel': false,
      },
    },
  },
}

/** Set by scripts/test.ts, which counts from that file; the JSON reporter would print to the terminal without it. */
const wantsJson = Boolean(process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'])

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/template.setup.ts',
  outputDir: path.join(os.tmpdir(), 'quantumshield-e2e'),
  // Spec files are spread over two workers, each with a server that its specs share (`e2e/support/shared-stage.ts`). Three were no faster on two
  // processors: a test took twice as long.
  workers: os.availableParallelism() > 1 ? 2 : 1,
  retries: 0,
  // Ends a journey that hangs; the longest takes half a minute.
  timeout: 600_000,
  // How long something may take to appear before it counts as missing: enough for a machine that does other work as well.
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: wantsJson ? [['list'], ['json']] : 'list',
  use: {
    // A button that is no longer there is missing after two minutes, and not when the journey ends.
    actionTimeout: 120_000,
    screenshot: 'only-on-failure',
    // Without a graphics card each frame of an animation costs processor time. `drive/main-job` and `shell/keyboard` run with them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: findHeadlessShell() ?? '', args: chromiumArguments },
  },
  // Firefox runs, in the full tier, what people do most.
  projects: [{ name: 'chromium' }, ...(findFirefox() && process.env[TIER] !== 'fast' ? [firefox] : [])],
})
