import { expect, test } from 'vitest'
import { generateSync } from 'otplib'
import { newTotp, stepOf } from './totp.ts'

const RFC_SECRET = Buffer.from('12345678901234567890')

// RFC 6238, appendix B, the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds %s is right', (seconds, code) => {
  expect(stepOf(RFC_SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
})

test('codes of the neighbouring steps count, others do not', () => {
  const now = new Date('2026-11-21T12:00:10Z')
  const { secret, secretText } = newTotp({ issuer: 'vault.example', label: 'ida@example.test' })
  const seconds = now.getTime() / 1000
  const at = (steps: number) => stepOf(secret, generateSync({ secret: secretText, epoch: seconds + steps * 30 }), now)

  const present = Math.floor(seconds / 30)
  expect([at(-1), at(0), at(1)]).toEqual([present - 1, present, present + 1])
  expect([at(-2), at(2)]).toEqual([null, null])
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is no code', (code) => {
  expect(stepOf(RFC_SECRET, code, new Date(59_000))).toBeNull()
})

test('the address names issuer and account, and the picture can go into a data URI', () => {
  const { uri, secretText, qrCode } = newTotp({ issuer: 'vault.example', label: 'ida@example.test' })
  const parsed = new URL(uri)
  expect(parsed.protocol).toBe('otpauth:')
  expect(decodeURIComponent(parsed.pathname)).toContain('vault.example:ida@example.test')
  expect(Object.fromEntries(parsed.searchParams)).toMatchObject({
    issuer: 'vault.example',
    secret: secretText,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  expect(qrCode).toMatch(/^<svg [^#]+<\/svg>$/)
})
