import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from './scripts/chromium.mjs'

/** Set by scripts/test.ts, which counts from that file; the JSON reporter would print to the terminal without it. */
const wantsJson = Boolean(process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'])

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: path.join(os.tmpdir(), 'quantumshield-e2e'),
  // Each test derives keys with Argon2id and starts a server of its own; in parallel they only wait for each other.
  workers: 1,
  retries: 0,
  timeout: 180_000,
  // How long something may take to appear before it counts as missing: enough for a machine that does other work as well.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: wantsJson ? [['list'], ['json']] : 'list',
  use: {
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findChromium() ?? '', args: chromiumArguments },
  },
})
