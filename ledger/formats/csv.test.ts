import { expect, test } from 'vitest'
import type { EventRow } from '../events/event-row.ts'
import { auditCsvHeader, auditCsvLines } from './csv.ts'

const event: EventRow = {
  id: '0196f3c2-0000-7000-8000-000000000001',
  created_at: '2026-11-21T09:45:06.123456+00:00',
  event_type: 'login.failed',
  event_category: 'auth',
  user_id: null,
  action: 'failed',
  status: 'failure',
  risk_level: 'medium',
  details: { ip: '192.0.2.7', user_agent: 'say "hi", twice' },
}

test('columns and lines are quoted by RFC 4180', () => {
  expect(auditCsvHeader()).toBe('\u{feff}Date,Event Type,Category,User ID,Action,Status,Risk Level,Details\r\n')
  expect(auditCsvLines([event])).toBe(
    '2026-11-21T09:45:06.123Z,login.failed,auth,,failed,failure,medium,' +
      String.raw`"{""ip"":""192.0.2.7"",""user_agent"":""say \""hi\"", twice""}"` +
      '\r\n',
  )
  expect(auditCsvLines([])).toBe('')
})

test.each(['=1+1', '+1', '-1', '@sum'])('the cell %j is no formula', (action) => {
  const [, , , , written] = auditCsvLines([{ ...event, action }]).split(',')
  expect(written).toBe(`'${action}`)
})

test('a cell that begins with a tab or a carriage return is no formula and is quoted', () => {
  expect(auditCsvLines([{ ...event, action: '\tx' }])).toContain('"\'\tx"')
  expect(auditCsvLines([{ ...event, action: '\r=1' }])).toContain('"\'\r\'=1"')
})
