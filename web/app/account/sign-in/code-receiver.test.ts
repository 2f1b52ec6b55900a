import { expect, test } from 'vitest'
import { readCodeReceiver, readDomain } from './code-receiver.ts'

test.each([
  [' Ada@Example.org ', { email: 'ada@example.org' }],
  ['+49 (151) 234-567.89', { phone: '+4915123456789' }],
  ['0049 151 23456789', { phone: '+4915123456789' }],
])('%s is whom a code goes to', (typed, to) => expect(readCodeReceiver(typed)).toEqual(to))

test.each([
  '0151 23456789',
  '+0 151',
  '+49 151 x',
  'ada',
  'ada@',
  '@example.org',
  'a b@example.org',
  '+1234567890123456',
])('%s is nobody a code could go to', (typed) => expect(readCodeReceiver(typed)).toBeNull())

test.each([
  ['Ada@Example.org', 'example.org'],
  [' works.example.org ', 'works.example.org'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
])('%s names an organisation', (typed, domain) => expect(readDomain(typed)).toBe(domain))

test.each(['example', 'ada@', '-a.org', 'a..org', 'https://example.org', `${'a.'.repeat(130)}org`])(
  '%s names none',
  (typed) => expect(readDomain(typed)).toBeNull(),
)
