import { expect, test } from 'vitest'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { coveredElsewhere } from './covered-elsewhere.ts'

function event(event_type: string, details: AuditEvent['details'], second = 0): AuditEvent {
  const created_at = new Date(Date.UTC(2026, 10, 21, 9, 0, second)).toISOString()
  return {
    id: `${event_type} ${second}`,
    created_at,
    event_type,
    event_category: 'config_change',
    user_id: null,
    action: '',
    status: 'success',
    risk_level: 'low',
    details,
  }
}

const left = (events: readonly AuditEvent[]) => {
  const isCovered = coveredElsewhere(events)
  return events.filter((one) => !isCovered(one)).map(({ event_type }) => event_type)
}

test('a file that came in through a request was uploaded by nobody here', () => {
  expect(
    left([event('request_deliveries.delete', { id: 'file' }), event('file_records.insert', { id: 'file' })]),
  ).toEqual(['request_deliveries.delete'])
})

test.each([
  ['team_space_members.insert', {}],
  ['team_space_members.delete', {}],
  ['team_space_members.update', { changed: ['role'] }],
])('a new list of members is covered by %s', (type, details) => {
  const list = event('team_space_epochs.insert', { id: 'space' })
  expect(left([event(type, { id: 'space', ...details }, 1), list])).toEqual([type])
  expect(left([event(type, { id: 'another', ...details }, 1), list])).toHaveLength(2)
  expect(left([event(type, { id: 'space', ...details }, 30), list])).toHaveLength(2)
})

test('a new key for everybody does not cover a new list', () => {
  const wrapped = event('team_space_members.update', { id: 'space', changed: ['wrapped_key'] })
  expect(left([wrapped, event('team_space_epochs.insert', { id: 'space' })])).toContain('team_space_epochs.insert')
})

test('the members of a space that was deleted need no line each', () => {
  const gone = event('team_space_members.delete', { id: 'space' })
  expect(left([event('spaces.delete', { id: 'space' }), gone])).toEqual(['spaces.delete'])
  expect(left([gone])).toEqual(['team_space_members.delete'])
})
