import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { findFirefox, firefoxVersion, OLDEST_FIREFOX } from './firefox.mjs'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-firefox-'))
const file = path.join(folder, 'firefox')
fs.writeFileSync(file, '')
afterEach(() => vi.unstubAllEnvs())

const say = (version: string) =>
  fs.writeFileSync(path.join(folder, 'application.ini'), `[App]\nName=Firefox\nVersion=${version}\n`)

test('a Firefox that the tests cannot drive is not found', () => {
  vi.stubEnv('FIREFOX_PATH', file)
  say(`${OLDEST_FIREFOX}.1.0`)
  expect(findFirefox()).toBe(file)
  say('140.12.0')
  expect(firefoxVersion(file)).toBe(140)
  expect(findFirefox()).not.toBe(file)
})
