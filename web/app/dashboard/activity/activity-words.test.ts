import { expect, test } from 'vitest'
import type { AuditEvent } from '#web/lib/vault-client.ts'
import { groupOf, sentenceOf, typesOf } from './activity-words.ts'

const FILE = '0196f3c2-0000-7000-8000-000000000001'
const names = new Map([[FILE, 'report.pdf']])

function event(event_type: string, details: Record<string, unknown> = {}): AuditEvent {
  return {
    id: '0196f3c2-0000-7000-8000-00000000000a',
    created_at: '2026-11-21T09:00:00+00:00',
    event_type,
    event_category: 'data_access',
    user_id: null,
    action: '',
    status: 'success',
    risk_level: 'low',
    details,
  }
}

test.each([
  [['original_name', 'version', 'manifest'], 'You renamed report.pdf'],
  [['folder_id', 'updated_at'], 'You moved report.pdf'],
  [['last_accessed'], 'You opened report.pdf'],
  [['something_new'], 'You changed report.pdf'],
])('a change of %j is "%s"', (changed, sentence) => {
  expect(sentenceOf(event('file_records.update', { id: FILE, changed }), names)).toBe(sentence)
})

test('that a file is shared is told by what shared it', () => {
  expect(sentenceOf(event('file_records.update', { id: FILE, changed: ['is_shared'] }), names)).toBeNull()
  expect(sentenceOf(event('file_access.insert', { id: FILE }), names)).toBe('You shared report.pdf with somebody')
})

test('a file that is gone has no name any more', () => {
  expect(sentenceOf(event('file_records.insert', { id: 'another' }), names)).toBe('You uploaded a file that is gone')
  expect(sentenceOf(event('file_records.delete', { id: FILE }), names)).toBe('You deleted a file')
})

test('of the two ways into a new vault only the recovery kit is told, and unknown kinds are not', () => {
  expect(sentenceOf(event('account_wraps.insert', { id: 'recovery' }), names)).toBe('You made your recovery kit')
  expect(sentenceOf(event('account_wraps.insert', { id: 'password' }), names)).toBeNull()
  expect(sentenceOf(event('objects.insert'), names)).toBeNull()
})

test('a changed wrap is of a new password, or of a recovery kit that was checked', () => {
  expect(sentenceOf(event('account_wraps.update', { id: 'recovery' }), names)).toBe('You checked your recovery kit')
  expect(sentenceOf(event('account_wraps.update', { id: 'password' }), names)).toContain('new password')
})

test('the groups divide the kinds', () => {
  const groups = (['files', 'signIns', 'keys'] as const).map(typesOf)
  expect(groups.flat().sort()).toEqual(typesOf('all').sort())
  expect(groupOf(event('login.failed'))).toBe('signIns')
})

test('a role of one’s own was given, that of somebody else was changed', () => {
  const me = '0196f3c2-0000-7000-8000-0000000000aa'
  const given = { ...event('enterprise_user_roles.insert', { id: me }), user_id: me }
  expect(sentenceOf(given, names)).toBe('You were given a role')
  expect(sentenceOf({ ...given, details: { id: FILE } }, names)).toBe('You changed the role of somebody')
})
