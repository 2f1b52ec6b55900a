import { QueryClient, skipToken } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { VaultClient, AuditEvent } from '#web/lib/remote/vault-client.ts'
import { COUNTED_NEW, newEventsQuery, PAGE_ROWS, logRows } from './audit.queries.ts'

const event = { id: 'e1', created_at: '2026-11-22T10:00:00Z' } as AuditEvent
const filter = { category: 'config_change' } as Parameters<typeof newEventsQuery>[1]

/** What the query asks the log for. */
async function askedOf(shown: AuditEvent[]): Promise<unknown[]> {
  const asked: unknown[] = []
  const list: VaultClient['audit']['list'] = async (page) => {
    asked.push(page)
    return [event, event]
  }
  const count = await new QueryClient().fetchQuery(newEventsQuery({ list } as VaultClient['audit'], filter, shown))
  expect(count).toBe(2)
  return asked
}

test('what came after the first event that is shown is counted, and everything where none is', async () => {
  const newer = { createdAt: event.created_at, id: event.id }
  expect(await askedOf([event])).toEqual([{ filter, limit: COUNTED_NEW, newer }])
  expect(await askedOf([])).toEqual([{ filter, limit: COUNTED_NEW }])
})

test('nothing is counted before the first page is there, nor on another page', () => {
  expect(newEventsQuery({} as VaultClient['audit'], filter, undefined).queryFn).toBe(skipToken)
  expect(newEventsQuery({} as VaultClient['audit'], undefined, [event]).queryFn).toBe(skipToken)
})

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
