import { expect, test } from 'vitest'
import { type Known, noticeText } from './notice-text.ts'

const AT = '2026-11-21T09:00:00+00:00'
const known: Known = {
  people: new Map([
    ['bob', { label: 'Bob Kahn' }],
    ['cleo', { label: 'Cleo Ray' }],
  ]),
  names: new Map([
    ['request', 'Tax papers'],
    ['space', 'Board'],
  ]),
  sharedFiles: [{ id: 'file', name: 'report.pdf', ownerId: 'bob', sharedAt: AT }],
}
const nothing: Known = { people: new Map(), names: new Map(), sharedFiles: [] }
const notice = (kind: string, details: Record<string, unknown>) => ({
  id: 'notice',
  createdAt: AT,
  kind,
  details,
  isRead: false,
})

test.each([
  ['file_shared', { file_id: 'file', shared_by: 'bob' }, 'Bob Kahn shared “report.pdf” with you'],
  ['files_received', { request_id: 'request', count: 2 }, '2 files arrived for the request “Tax papers”'],
  ['files_received', { request_id: 'request', count: 1 }, '1 file arrived for the request “Tax papers”'],
  ['team_space_added', { space_id: 'space', added_by: 'bob' }, 'Bob Kahn added you to the team space “Board”'],
  ['team_space_removed', { space_id: 'space', removed_by: 'bob' }, 'Bob Kahn removed you from the team space “Board”'],
  [
    'roles_changed',
    { event: 'given', role: 'sales_manager', changed_by: 'bob', person: 'cleo' },
    'Bob Kahn gave Cleo Ray the role Sales manager',
  ],
  [
    'roles_changed',
    { event: 'given', role: 'manager', changed_by: 'bob', is_own: true },
    'Bob Kahn gave you the role Manager',
  ],
  [
    'roles_changed',
    { event: 'ended', role: 'billing_admin', changed_by: 'bob', is_own: true },
    'Bob Kahn ended your role Billing administrator',
  ],
  [
    'roles_changed',
    { event: 'joined', role: 'admin', person: 'cleo' },
    'Cleo Ray accepted an invitation and has the role Administrator now',
  ],
  [
    'roles_changed',
    { event: 'invited', role: 'owner', count: 2, changed_by: 'bob' },
    'Bob Kahn invited 2 people to roles that open the admin panel',
  ],
])('%s with %j names who and what', (kind, details, text) => {
  expect(noticeText(notice(kind, details), known)).toBe(text)
})

test.each([
  ['file_shared', { file_id: 'file', shared_by: 'bob' }, 'Somebody shared a file with you'],
  ['files_received', { request_id: 'request', count: 2 }, 'Somebody sent you 2 files'],
  ['team_space_added', { space_id: 'space', added_by: 'bob' }, 'Somebody added you to a team space'],
  ['second_factor_changed', { event: 'mfa.added' }, 'A second factor was added'],
  ['roles_changed', { event: 'given', changed_by: 'bob' }, 'Somebody gave somebody a role'],
  ['roles_changed', { event: 'other' }, 'Who administers your organisation changed'],
  ['toString', {}, 'Something happened: toString'],
])('%s with %j says what it can without names', (kind, details, text) => {
  expect(noticeText(notice(kind, details), nothing)).toBe(text)
})

test('several files that somebody shared together are counted, those of another day are not', () => {
  const other = { id: 'other', name: 'b.pdf', ownerId: 'bob', sharedAt: '2026-11-21T09:04:00+00:00' }
  const later = { id: 'later', name: 'c.pdf', ownerId: 'bob', sharedAt: '2026-11-22T09:00:00+00:00' }
  const sharedFiles = [...known.sharedFiles, other, later, { ...other, id: 'x', ownerId: 'cleo' }]
  const text = noticeText(notice('file_shared', { file_id: 'file', shared_by: 'bob' }), { ...known, sharedFiles })
  expect(text).toBe('Bob Kahn shared 2 files with you')
})
