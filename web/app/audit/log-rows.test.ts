import { expect, test } from 'vitest'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { PAGE_ROWS, logRows } from './log-rows.ts'

const events = (count: number) => Array.from({ length: count }, (_, at) => ({ id: String(at) }) as AuditEvent)
const place = { createdAt: '2026-01-02T03:04:05Z', id: 'x' }

test('a full page has a next one only when an event more was found', () => {
  expect(logRows(events(PAGE_ROWS - 1), {}).hasNext).toBe(false)
  expect(logRows(events(PAGE_ROWS), {})).toEqual({ rows: events(PAGE_ROWS), hasNext: false })
  expect(logRows(events(PAGE_ROWS + 1), {})).toEqual({ rows: events(PAGE_ROWS), hasNext: true })
})

test('the page before has the events next to where one came from, and leads back there', () => {
  const fetched = events(PAGE_ROWS + 1)
  expect(logRows(fetched, { newer: place })).toEqual({ rows: fetched.slice(1), hasNext: true })
  expect(logRows(events(PAGE_ROWS), { newer: place })).toEqual({ rows: events(PAGE_ROWS), hasNext: true })
})
