import { expect, test } from 'vitest'
import { redirectProblem, withoutSlash } from './redirects.ts'

test.each([
  ['/old', '/new'],
  ['/old/page', 'https://example.com/there?x=1#y'],
  ['/old.html', '/'],
  ['/an%20old', '/new'],
])('%s may lead to %s', (from, to) => {
  expect(redirectProblem({ from, to })).toBeUndefined()
})

test.each([
  ['/', '/new', 'bad_from'],
  ['old', '/new', 'bad_from'],
  ['//evil.example', '/new', 'bad_from'],
  ['/old?x=1', '/new', 'bad_from'],
  ['/a/../b', '/new', 'bad_from'],
  ['/old\nSet-Cookie: a', '/new', 'bad_from'],
  [`/${'x'.repeat(500)}`, '/new', 'bad_from'],
  ['/old', '//evil.example', 'bad_to'],
  ['/old', 'http://example.com', 'bad_to'],
  ['/old', 'javascript:alert(1)', 'bad_to'],
  ['/old', 'https://user@example.com/', 'bad_to'],
  ['/old', 'https://example.com/\nx', 'bad_to'],
  ['/old', '', 'bad_to'],
  ['/old', '/old/', 'same_address'],
])('%j may not lead to %j', (from, to, problem) => {
  expect(redirectProblem({ from, to })).toBe(problem)
})

test('an address is the same with a slash at its end', () => {
  expect(withoutSlash('/a/')).toBe('/a')
  expect(withoutSlash('/')).toBe('/')
})
