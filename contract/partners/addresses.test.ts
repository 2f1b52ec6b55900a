import { expect, test } from 'vitest'
import { domainOf, isLinkCode, isLinkPath, linkTarget } from './addresses.ts'

test.each([
  ['acme.example', 'acme.example'],
  [' ACME.Example. ', 'acme.example'],
  ['https://www.acme.example/about?x=1', 'acme.example'],
  ['ada@Acme.example', 'acme.example'],
  ['acme.example:8443', 'acme.example'],
  ['Bücher.example', 'xn--bcher-kva.example'],
  ['BÜCHER.EXAMPLE', 'xn--bcher-kva.example'],
  ['straße.example', 'xn--strae-oqa.example'],
])('%s is the domain %s', (typed, domain) => {
  expect(domainOf(typed)).toBe(domain)
})

test.each([
  '',
  ' ',
  'acme',
  '192.0.2.1',
  '[2001:db8::1]',
  'a b.example',
  '=cmd.example()',
  `${'a.'.repeat(130)}example`,
])('%j is no domain', (typed) => {
  expect(domainOf(typed)).toBeNull()
})

test.each(['acme', 'acme-2026', '123'])('%s is a code', (code) => {
  expect(isLinkCode(code)).toBe(true)
})

test.each(['', 'ab', '-acme', 'acme-', 'Acme', 'a/b', 'a'.repeat(33), '00000000-0000-4000-8000-000000000000'])(
  '%j is no code',
  (code) => {
    expect(isLinkCode(code)).toBe(false)
  },
)

test.each(['/', '/pricing', '/blog/a-post'])('a link may lead to %s', (path) => {
  expect(isLinkPath(path)).toBe(true)
})

test.each([
  '',
  'pricing',
  '//evil.example',
  '/\\evil.example',
  '/../x',
  '/a/../b',
  '/a?x=1',
  '/a#b',
  '/a b',
  '/%2e',
  '/r/acme',
  '/r',
  'https://evil.example/',
  `/${'a'.repeat(200)}`,
])('a link may not lead to %j', (path) => {
  expect(isLinkPath(path)).toBe(false)
})

test('a link says where it comes from', () => {
  expect(linkTarget('/pricing', 'acme')).toBe('/pricing?utm_source=partner&utm_campaign=acme')
})
