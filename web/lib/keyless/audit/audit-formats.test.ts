import { expect, test } from 'vitest'
import { auditFileName, type AuditFormat, auditFormat } from './audit-formats.ts'
import type { AuditEvent } from '#vault/audit/audit-log.ts'

const event = (action: string): AuditEvent => ({
  id: '0196f3c2-0000-7000-8000-000000000001',
  created_at: '2026-11-21T09:45:06.123456+00:00',
  event_type: 'login.failed',
  event_category: 'auth',
  user_id: null,
  action,
  status: 'failure',
  risk_level: 'medium',
  details: { ip: '192.0.2.7' },
})

test.each<AuditFormat>(['ndjson', 'cef', 'ocsf'])('%s has one line for each event and nothing before them', (name) => {
  const { header, lines } = auditFormat(name)
  const written = lines([event('failed'), event('two\nlines')])
  expect(header()).toBe('')
  expect(written.endsWith('\n')).toBe(true)
  expect(written.trimEnd().split('\n')).toHaveLength(2)
  expect(lines([])).toBe('')
})

test('NDJSON is the event as it is stored', () => {
  expect(JSON.parse(auditFormat('ndjson').lines([event('failed')]))).toEqual(event('failed'))
})

test('OCSF and CEF are what their names say', () => {
  expect(JSON.parse(auditFormat('ocsf').lines([event('failed')]))).toMatchObject({ class_uid: 3002, status_id: 2 })
  expect(auditFormat('cef').lines([event('failed')])).toMatch(/^CEF:0\|QuantumShield\|/)
})

test('the file is named after the local day and the format', () => {
  const evening = new Date(2026, 0, 5, 23, 59)
  expect(auditFileName(evening, auditFormat('csv').ending)).toBe('audit-logs-2026-01-05.csv')
  expect(auditFileName(evening, auditFormat('ocsf').ending)).toBe('audit-logs-2026-01-05.ocsf.ndjson')
})
