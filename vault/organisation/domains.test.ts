import { expect, test } from 'vitest'
import { asciiDomain } from './domains.ts'

test('a domain is read from what people type', () => {
  expect(asciiDomain(' Example.COM. ')).toBe('example.com')
  expect(asciiDomain('ada@mail.example.com')).toBe('mail.example.com')
  expect(asciiDomain('bücher.example')).toBe('xn--bcher-kva.example')
})

test.each(['', 'localhost', '192.168.1.1', 'example.com/path', 'two words.com', 'example..com', '[::1]', '-a.com'])(
  '%s is no domain',
  (typed) => {
    expect(asciiDomain(typed)).toBeNull()
  },
)
