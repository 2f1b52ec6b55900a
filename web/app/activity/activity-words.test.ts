import { expect, test } from 'vitest'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
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

const MOVED = ['folder_id', 'manifest', 'mime_type', 'original_name', 'version']

test.each([
  ['file_records.update', { changed: ['original_name', 'version', 'manifest'] }, 'You renamed report.pdf'],
  ['file_records.update', { changed: MOVED }, 'You moved report.pdf'],
  ['file_records.update', { changed: ['last_accessed'] }, 'You opened report.pdf'],
  ['file_records.update', { changed: ['content_id', 'original_name'] }, 'You gave report.pdf other content'],
  ['file_records.update', { changed: ['trashed_at'], trashed: true }, 'You moved report.pdf to the trash'],
  ['file_records.update', { changed: ['trashed_at'], trashed: false }, 'You restored report.pdf from the trash'],
  [
    'file_records.update',
    { changed: [...MOVED, 'trashed_at'], trashed: false },
    'You restored report.pdf from the trash',
  ],
  ['file_records.update', { changed: ['trashed_at'] }, 'You moved report.pdf to the trash or restored it'],
  ['file_records.update', { changed: ['is_starred'], starred: true }, 'You starred report.pdf'],
  ['file_records.update', { changed: ['is_starred'], starred: false }, 'You removed the star from report.pdf'],
  ['file_records.update', { changed: ['something_new'] }, 'You changed report.pdf'],
  ['folders.update', { changed: ['parent_folder_id'] }, 'You moved report.pdf'],
  ['folders.update', { changed: ['name', 'version'] }, 'You renamed report.pdf'],
  ['folders.update', { changed: ['trashed_at'], trashed: true }, 'You moved report.pdf to the trash'],
  ['request_deliveries.delete', {}, 'report.pdf came in through a request'],
  ['team_space_epochs.insert', {}, 'You set the members or the name of report.pdf'],
  ['team_space_epochs.insert', { id: 'another' }, 'You set the members or the name of a team space that is gone'],
  ['folders.insert', { id: 'another' }, 'You made a folder that is gone or in a team space'],
  ['former_members.insert', {}, 'You removed report.pdf from the organisation'],
  ['former_members.insert', { id: 'another' }, 'You removed somebody from the organisation'],
  ['former_members.delete', {}, 'You let report.pdf back into the organisation'],
  ['invitations.insert', { role: 'viewer' }, 'You invited somebody, with the role Viewer'],
  ['invitations.update', { changed: ['sent_at'], role: 'viewer' }, 'You invited somebody, with the role Viewer'],
  ['invitations.delete', {}, 'You withdrew an invitation'],
])('%s with %j is "%s"', (type, details, sentence) => {
  expect(sentenceOf(event(type, { id: FILE, ...details }), names)).toBe(sentence)
})

test.each([
  ['the sealed record for people', 'file_records.update', { id: FILE, changed: ['shared_record'] }],
  ['an invitation that was accepted', 'invitations.update', { changed: ['accepted_at'] }],
  ['the end of sharing of a file that is gone', 'file_access.delete', { id: 'another' }],
  ['the role that somebody else had before', 'enterprise_user_roles.delete', { id: FILE, role: 'viewer' }],
])('%s is shown by another event', (_, type, details) => {
  expect(sentenceOf({ ...event(type, details), user_id: 'me' }, names)).toBeNull()
})

test('sharing is shown once, by the event of the access', () => {
  expect(sentenceOf(event('file_records.update', { id: FILE, changed: ['is_shared'] }), names)).toBeNull()
  expect(sentenceOf(event('file_access.insert', { id: FILE }), names)).toBe('You shared report.pdf with somebody')
})

test('a file that is gone has no name any more', () => {
  expect(sentenceOf(event('file_records.insert', { id: 'another' }), names)).toBe(
    'You uploaded a file that is gone or in a team space',
  )
  expect(sentenceOf(event('file_records.delete', { id: FILE }), names)).toBe('You deleted a file for good')
})

test('of the two ways into a new vault only the recovery kit is shown, and unknown kinds are not', () => {
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
  expect(sentenceOf({ ...given, details: { id: me, role: 'admin' } }, names)).toBe(
    'You were given the role Administrator',
  )
  const others = new Map([[FILE, 'Bob Example']])
  expect(sentenceOf({ ...given, details: { id: FILE } }, others)).toBe('You changed the role of Bob Example')
  const known = { ...given, details: { id: FILE, role: 'viewer' } }
  expect(sentenceOf(known, others)).toBe('You gave Bob Example the role Viewer')
})
