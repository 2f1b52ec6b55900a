import { expect, test } from 'vitest'
import { APP_PATHS, APP_SAMPLES } from './app-addresses.ts'

test('each alternative of the addresses of the app has a sample', () => {
  for (const address of APP_SAMPLES) expect(address).toMatch(APP_PATHS)

  const kinds = APP_PATHS.source.split('|').map((part) => /[a-z]+(-[a-z]+)*|\[sr\]/.exec(part)?.[0] ?? '')
  const samples = APP_SAMPLES.map((address) => address.split('/')[1] ?? '')
  for (const kind of kinds.flatMap((kind) => (kind === '[sr]' ? ['s', 'r'] : [kind]))) expect(samples).toContain(kind)
})
