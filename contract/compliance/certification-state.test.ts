import { expect, test } from 'vitest'
import { certificationState } from './certification-state.ts'

const record = { is_confirmed: true, valid_from: null, valid_until: null, certificate_sha256: null }
const certificate = 'a'.repeat(64)

test('a record without evidence is self-assessed, whatever it claims', () => {
  expect(certificationState(record, '2026-11-21')).toBe('Self-assessed')
})

test('a record holds on its last day and is expired on the next', () => {
  const ending = { ...record, valid_until: '2026-03-31' }

  expect(certificationState(ending, '2026-03-31')).toBe('Self-assessed')
  expect(certificationState(ending, '2026-04-01')).toBe('Expired')
})

test('a certificate is evidence until it ends', () => {
  const proven = { ...record, certificate_sha256: certificate, valid_until: '2027-01-31' }

  expect(certificationState(proven, '2026-11-21')).toBe('Certificate uploaded')
  expect(certificationState(proven, '2027-02-01')).toBe('Expired')
})

test('a certificate that begins tomorrow is not valid today', () => {
  const coming = { ...record, certificate_sha256: certificate, valid_from: '2026-11-22' }
  expect(certificationState(coming, '2026-11-21')).toBe('Not yet valid')
  expect(certificationState(coming, '2026-11-22')).toBe('Certificate uploaded')
})

test('what nobody has confirmed is an example, whatever its dates', () => {
  const ended = { ...record, is_confirmed: false, valid_until: '2025-01-31' }
  expect(certificationState(ended, '2026-11-21')).toBe('Example')
  expect(certificationState({ ...ended, is_confirmed: true }, '2026-11-21')).toBe('Expired')
})
