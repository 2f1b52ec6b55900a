import { expect, test } from 'vitest'
import { possibleNames, Redaction } from './redact.ts'

test.each([
  ['Call +1 (415) 555-0132 before Friday.', 'Call [PHONE_1] before Friday.'],
  ['Call (030) 12 34 56 78 today', 'Call [PHONE_1] today'],
  ['Call +49 30 1234567.', 'Call [PHONE_1].'],
  ['Call 415-555-0132', 'Call [PHONE_1]'],
  ['SSN 123-45-6789', 'SSN [SSN_1]'],
  ['card 4111111111111111', 'card [CARD_1]'],
  ['host 10.0.12.7, fe80::1', 'host [IP_1], [IP_2]'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc123def456', '[SECRET_1]'],
  ['key sk-proj-abcDEF1234567890abcdefGHIJKL.', 'key [SECRET_1].'],
  ['-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----', '[SECRET_1]'],
  ['ada@example.org and ada@example.org, eve@example.org', '[EMAIL_1] and [EMAIL_1], [EMAIL_2]'],
])('%s', (text, redacted) => {
  const redaction = new Redaction()
  expect(redaction.redact(text)).toBe(redacted)
  expect(redaction.restore(redacted)).toBe(text)
})

test.each([
  'Our plan costs $29.99/month and stores 100 GB; order 20240117 shipped.',
  'HIPAA Section 164.312 and ISO 27001:2022, version 1.2.3, from 09:30 to 10:45',
  'IBAN DE89 3704 0044 0532 0130 01',
  '4111 1111 1111 1112',
  'since 2024-01-17, 1,200,000 people',
])('%s stays', (text) => {
  expect(new Redaction().redact(text)).toBe(text)
})

test('a placeholder that a text brings along is filled with nothing', () => {
  const redaction = new Redaction()
  expect(redaction.redact('[EMAIL_1] is not ada@example.org')).toBe('(EMAIL_1) is not [EMAIL_1]')
  expect(redaction.restoreAll({ a: ['[EMAIL_1]', 1], b: '[EMAIL_7]' })).toEqual({
    a: ['ada@example.org', 1],
    b: '[EMAIL_7]',
  })
})

test('names of contacts are found as whole words, whatever space is between', () => {
  const redaction = new Redaction()
  expect(redaction.redact('Ann  Lee met Ann Leeds.', ['Ann Lee'])).toBe('[CONTACT_1] met Ann Leeds.')
  expect(possibleNames('Mail Priya Raghunathan, please.')).toContain('priya raghunathan')
})
