import { expect, test } from 'vitest'
import { isWebAddress, linksOf, partsOf } from './newsletters.ts'

test('a text is words and links', () => {
  expect(partsOf('Read [our page](https://a.example/x?y=1) now')).toEqual([
    { words: 'Read ', url: null },
    { words: 'our page', url: 'https://a.example/x?y=1' },
    { words: ' now', url: null },
  ])
})

test.each([
  '[x](javascript:alert(1))',
  '[x](https://user:pass@a.example)',
  '[x] (https://a.example)',
  '[x](//a.example)',
  '[](https://a.example)',
])('%j is no link', (text) => {
  expect(partsOf(text)).toEqual([{ words: text, url: null }])
})

test.each([
  ['https://a.example', true],
  ['http://a.example/x', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['mailto:a@a.example', false],
  ['https://a:b@a.example', false],
  ['/x', false],
  [`https://a.example/${'x'.repeat(2000)}`, false],
])('%.40j may be led to: %j', (url, may) => {
  expect(isWebAddress(url)).toBe(may)
})

test('each address is listed once', () => {
  const blocks = [
    { kind: 'text', text: '[a](https://a.example) [b](https://b.example)' },
    { kind: 'heading', text: '[no](https://no.example)' },
    { kind: 'button', label: 'A', url: 'https://a.example' },
  ] as const
  expect(linksOf(blocks)).toEqual(['https://a.example', 'https://b.example'])
})
