import { expect, test } from 'vitest'
import { eventTitle } from './event-words.ts'

test.each([
  ['file_records.update', { changed: ['trashed_at'], trashed: true }, 'File moved to the trash'],
  ['file_records.update', { changed: ['trashed_at'], trashed: false }, 'File restored'],
  ['file_records.update', { changed: ['folder_id', 'original_name'] }, 'File moved'],
  ['file_records.update', { changed: ['shared_record'] }, 'File marked as shared or no longer shared'],
  ['file_records.update', { changed: ['something_new'] }, 'File changed'],
  ['folders.update', { changed: ['name'] }, 'Folder renamed'],
  ['account_wraps.update', { id: 'recovery', changed: ['checked_at'] }, 'Recovery kit checked'],
  ['account_wraps.update', { id: 'recovery', changed: ['wrapped_key'] }, 'Recovery words changed or renewed'],
  [
    'account_wraps.update',
    { id: 'recovery', changed: ['checked_at', 'wrapped_key'] },
    'Recovery words changed or renewed',
  ],
  ['account_wraps.update', { id: 'password', changed: ['wrapped'] }, 'Password or recovery words changed'],
  ['logout', { scope: 'local', unused: true }, 'Session of a mailed link ended unused'],
  ['logout', { scope: 'local' }, 'Signed out'],
  ['enterprise_user_roles.insert', { role: 'viewer' }, 'Role given'],
  ['former_members.insert', {}, 'Member removed'],
  ['former_members.delete', {}, 'Member let back in'],
  ['invitations.insert', {}, 'Invitation made'],
  ['invitations.update', { changed: ['accepted_at'] }, 'Invitation accepted'],
  ['invitations.update', { changed: ['sent_at'] }, 'Invitation renewed'],
  ['invitations.delete', {}, 'Invitation withdrawn'],
])('%s with %j is called "%s"', (event_type, details, title) => {
  expect(eventTitle({ event_type, details })).toBe(title)
})
