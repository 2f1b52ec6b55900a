import { expect, test } from 'vitest'
import { isOwnScript } from './trusted-worker.ts'

const page = 'https://vault.example/dashboard'

test.each([
  ['/assets/vault.worker-Bx3_9-a1.js', true],
  ['/sw.js', true],
  ['https://vault.example/assets/transfer.worker-abc123.js', true],
  ['https://evil.example/assets/vault.worker-abc123.js', false],
  ['/assets/main-abc123.js', false],
  ['/storage/v1/object/public/x.worker-abc.js', false],
  ['/assets/../storage/vault.worker-abc.js', false],
  ['/sw.js/../uploaded.js', false],
  ['blob:https://vault.example/0f1e', false],
  ['data:text/javascript,alert(1)', false],
])('%s may start: %s', (url, expected) => {
  expect(isOwnScript(url, page)).toBe(expected)
})
