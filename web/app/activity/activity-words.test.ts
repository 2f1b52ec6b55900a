import { expect, test } from 'vitest'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { groupOf, sentenceOf as tell, typesOf } from './activity-words.ts'

const FILE = '0196f3c2-0000-7000-8000-000000000001'
const ME = '0196f3c2-0000-7000-8000-0000000000aa'
const BOB = '0196f3c2-0000-7000-8000-0000000000bb'
const SPACE = '0196f3c2-0000-7000-8000-0000000000cc'
const INVITATION = '0196f3c2-0000-7000-8000-0000000000dd'
const names = new Map([
  [FILE, 'report.pdf'],
  [BOB, 'Bob Kahn'],
  [SPACE, 'the team space Board'],
  [INVITATION, 'dan@example.org'],
])
const sentenceOf = (event: AuditEvent, known: ReadonlyMap<string, string>) =>
  tell(event, { names: known, me: ME })?.text ?? null

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
  ['file_records.update', { changed: ['content_id', 'original_name'] }, 'You uploaded a new version of report.pdf'],
  [
    'file_records.update',
    { changed: ['content_id', 'version'], restored_version: 1 },
    'You restored version 1 of report.pdf',
  ],
  ['file_records.update', { changed: ['last_accessed'], purpose: 'download' }, 'You downloaded report.pdf'],
  ['file_records.update', { changed: ['last_accessed'], purpose: 'preview' }, 'You opened report.pdf'],
  ['share_links.insert', { id: 'link', file_id: FILE }, 'You made a link to report.pdf'],
  ['share_links.insert', { id: 'link' }, 'You made a link to a file'],
  ['share_links.insert', { id: 'link', files: 12 }, 'You made a link to 12 files'],
  ['share_links.download', { id: 'link', files: 12 }, 'Somebody with a link to 12 files opened it'],
  ['share_links.update', { id: 'link', file_id: FILE }, 'A link to report.pdf was ended'],
  ['share_links.download', { id: 'link', file_id: FILE }, 'Somebody with a link to report.pdf opened it'],
  ['file_access.insert', { person: BOB }, 'You shared report.pdf with Bob Kahn'],
  ['file_access.delete', { person: BOB }, 'Shared access to report.pdf for Bob Kahn was ended'],
  ['file_access.delete', { person: ME }, 'You removed report.pdf from what is shared with you'],
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
  ['team_space_epochs.insert', {}, 'You changed the name or the key of report.pdf'],
  [
    'team_space_epochs.insert',
    { id: 'another' },
    'You changed the name or the key of a team space that is gone or that you left',
  ],
  ['team_space_members.insert', { id: SPACE, person: ME, role: 'manager' }, 'You made the team space Board'],
  ['team_space_members.insert', { id: SPACE, person: BOB }, 'You added Bob Kahn to the team space Board'],
  [
    'team_space_members.insert',
    { id: SPACE, person: BOB, role: 'viewer' },
    'You added Bob Kahn to the team space Board, with the role Viewer',
  ],
  ['team_space_members.insert', { id: SPACE, person: 'unknown' }, 'You added somebody to the team space Board'],
  [
    'team_space_members.update',
    { id: SPACE, person: BOB, role: 'editor', changed: ['role', 'wrapped_key'] },
    'You gave Bob Kahn the role Editor in the team space Board',
  ],
  [
    'team_space_members.update',
    { id: SPACE, person: BOB, changed: ['role'] },
    'You changed the role of Bob Kahn in the team space Board',
  ],
  ['team_space_members.delete', { id: SPACE, person: BOB }, 'You removed Bob Kahn from the team space Board'],
  ['team_space_members.delete', { id: SPACE, person: ME }, 'You left a team space'],
  ['spaces.delete', { id: SPACE }, 'You deleted a team space'],
  ['folders.insert', { id: 'another' }, 'You made a folder that is gone or in a team space'],
  ['former_members.insert', {}, 'You removed report.pdf from the organisation'],
  ['former_members.insert', { id: 'another' }, 'You removed somebody from the organisation'],
  ['former_members.delete', {}, 'You let report.pdf back into the organisation'],
  ['invitations.insert', { id: INVITATION, role: 'viewer' }, 'You invited dan@example.org, with the role Viewer'],
  ['invitations.insert', { id: 'withdrawn', role: 'viewer' }, 'You invited somebody, with the role Viewer'],
  ['invitations.update', { id: INVITATION, changed: ['sent_at'] }, 'You invited dan@example.org'],
  ['invitations.delete', {}, 'You withdrew an invitation'],
  ['team.created', { team: 'Finance' }, 'You created the team Finance'],
  ['team.member_added', { team: 'Finance', person: BOB }, 'You added Bob Kahn to the team Finance'],
  ['team.member_added', { team: 'Finance', person: ME }, 'You added yourself to the team Finance'],
  ['team.member_removed', { team: 'Finance', person: 'gone' }, 'You removed somebody from the team Finance'],
])('%s with %j is "%s"', (type, details, sentence) => {
  expect(sentenceOf(event(type, { id: FILE, ...details }), names)).toBe(sentence)
})

test.each([
  ['the sealed record for people', 'file_records.update', { id: FILE, changed: ['shared_record'] }],
  ['an invitation that was accepted', 'invitations.update', { changed: ['accepted_at'] }],
  ['a key that was wrapped again', 'team_space_members.update', { id: SPACE, person: BOB, changed: ['wrapped_key'] }],
  ['the end of sharing of a file that is gone', 'file_access.delete', { id: 'another' }],
  ['the role that somebody else had before', 'enterprise_user_roles.delete', { id: FILE, role: 'viewer' }],
])('%s is shown by another event', (_, type, details) => {
  expect(sentenceOf({ ...event(type, details), user_id: 'me' }, names)).toBeNull()
})

test('sharing is shown once, by the event of the access', () => {
  expect(sentenceOf(event('file_records.update', { id: FILE, changed: ['is_shared'] }), names)).toBeNull()
  expect(sentenceOf(event('file_access.insert', { id: FILE }), names)).toBe('You shared report.pdf with somebody')
})

test.each([
  [undefined, 'opened'],
  ['preview', 'viewed'],
  ['download', 'downloaded'],
  ['copy', 'copied'],
])('a read for %s is worded by who reads: %s', (purpose, verb) => {
  const read = event('file_records.read', { id: FILE, file_id: FILE, owner_id: ME, ...(purpose ? { purpose } : {}) })
  expect(sentenceOf({ ...read, user_id: BOB }, names)).toBe(`Bob Kahn ${verb} report.pdf`)
  expect(sentenceOf({ ...read, user_id: BOB }, new Map())).toMatch(`Somebody ${verb} a file that is gone`)
  const mine = { ...read, user_id: ME, details: { ...read.details, owner_id: BOB } }
  expect(sentenceOf(mine, names)).toBe(`You ${purpose === 'preview' ? 'opened' : verb} report.pdf`)
})

test('a small picture in a list is shown to the owner alone', () => {
  const read = event('file_records.read', { id: FILE, purpose: 'thumbnail' })
  expect(sentenceOf({ ...read, user_id: BOB }, names)).toBe('Bob Kahn saw a small picture of report.pdf in a list')
  expect(sentenceOf({ ...read, user_id: ME }, names)).toBeNull()
})

test('tags and requests are named while they are there', () => {
  const known = new Map([...names, ['tag', 'the tag Tax'], ['request', 'the request “Tax papers”']])
  const about = (type: string, details: object) => sentenceOf(event(type, { ...details }), known)
  expect(about('tags.insert', { id: 'tag' })).toBe('You made the tag Tax')
  expect(about('tags.insert', { id: 'gone' })).toBe('You made a tag')
  expect(about('file_tags.insert', { id: FILE, tag_id: 'tag' })).toBe('You gave report.pdf the tag Tax')
  expect(about('file_requests.insert', { id: 'request' })).toBe('You made the request “Tax papers”')
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
  expect(sentenceOf(event('account_wraps.update', { id: 'recovery', changed: ['wrapped_key'] }), names)).toBe(
    'Your recovery words open your new account key',
  )
  expect(sentenceOf(event('account_wraps.update', { id: 'password' }), names)).toContain('new password')
})

test('the groups divide the kinds', () => {
  const groups = (['files', 'signIns', 'keys'] as const).map(typesOf)
  expect(groups.flat().sort()).toEqual(typesOf('all').sort())
  expect(groupOf(event('login.failed'))).toBe('signIns')
})

test('a role of one’s own was given, that of somebody else was changed', () => {
  const given = { ...event('enterprise_user_roles.insert', { id: ME }), user_id: ME }
  expect(sentenceOf(given, names)).toBe('You were given a role')
  expect(sentenceOf({ ...given, details: { id: ME, role: 'admin' } }, names)).toBe(
    'You were given the role Administrator',
  )
  const others = new Map([[FILE, 'Bob Example']])
  expect(sentenceOf({ ...given, details: { id: FILE } }, others)).toBe('You changed the role of Bob Example')
  const known = { ...given, details: { id: FILE, role: 'viewer' } }
  expect(sentenceOf(known, others)).toBe('You gave Bob Example the role Viewer')
})

test('the session of a mailed link that nobody used is no sign-out', () => {
  expect(sentenceOf(event('logout', { scope: 'local' }), names)).toBe('You signed out')
  expect(sentenceOf(event('logout', { scope: 'local', unused: true }), names)).toBeNull()
  expect(sentenceOf(event('logout', { scope: 'global', by: 'operator' }), names)).toBe(
    'The operator of the server ended your sessions',
  )
})
