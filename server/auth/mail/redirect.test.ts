import { expect, test } from 'vitest'
import { allowedRedirect, withFragment, withQuery } from './redirect.ts'

const rule = {
  siteUrl: 'https://vault.example',
  allowList: ['https://*.preview.example/auth/*', 'https://partner.example/**', 'myapp://callback'],
}

test.each([
  ['https://vault.example/any/page?x=1', 'the own origin'],
  ['https://one.preview.example/auth/callback', 'a star in host and path'],
  ['https://partner.example/a/b/c?d=e', 'two stars'],
  ['myapp://callback', 'an app of its own scheme'],
])('%s is allowed: %s', (wanted) => {
  expect(allowedRedirect(wanted, rule)).toBe(wanted)
})

test.each([
  ['https://evil.example/', 'a foreign host'],
  ['https://vault.example.evil.example/', 'a host that begins like ours'],
  ['https://user@vault.example/', 'user information'],
  ['http://vault.example/', 'another scheme'],
  ['https://vault.example:8443/', 'another port'],
  ['https://evil.example/.preview.example/auth/x', 'a path that looks like a host'],
  ['https://evil.example?.preview.example/auth/x', 'a query that looks like a host'],
  ['https://one.preview.example/auth/a/b', 'a star across segments'],
  ['https://evil.example\\.preview.example/auth/x', 'a backslash'],
  ['//evil.example/', 'a relative address of another host'],
  ['javascript:alert(1)', 'a script'],
  ['http://[', 'nonsense'],
])('%s leads home instead: %s', (wanted) => {
  expect(allowedRedirect(wanted, rule)).toBe(rule.siteUrl)
})

test('no target leads home', () => {
  expect(allowedRedirect(undefined, rule)).toBe(rule.siteUrl)
})

test('a path of our own is completed', () => {
  expect(allowedRedirect('/auth/reset', rule)).toBe('https://vault.example/auth/reset')
})

test('tokens go behind the hash, codes into the query, both escaped', () => {
  expect(withFragment('https://vault.example/a?b=c#old', { token: 'x&y', sb: '' })).toBe(
    'https://vault.example/a?b=c#token=x%26y&sb=',
  )
  expect(withQuery('https://vault.example/a?b=c', { code: 'x&y' })).toBe('https://vault.example/a?b=c&code=x%26y')
})
