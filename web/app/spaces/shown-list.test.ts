import { expect, test } from 'vitest'
import type { TeamSpace, TeamSpaceMember } from '#web/lib/remote/vault-client.ts'
import { shownList } from './shown-list.ts'

const member = (userId: string, more: Partial<TeamSpaceMember> = {}): TeamSpaceMember => ({
  userId,
  email: `${userId}@example.org`,
  name: userId,
  role: 'editor',
  isMe: false,
  ...more,
})
const [ada, bob, eve] = [member('ada', { role: 'manager' }), member('bob'), member('eve')]
const space = (more: Partial<TeamSpace> = {}): TeamSpace => ({
  id: 'space',
  name: 'Board',
  role: 'manager',
  epoch: 1,
  rosterHash: 'first',
  code: '1',
  members: [ada, bob],
  leavers: [],
  createdAt: '2026-01-01T00:00:00Z',
  problem: null,
  ...more,
})
const newer = (more: Partial<TeamSpace> = {}) => space({ epoch: 2, rosterHash: 'second', ...more })

test('before anything was changed it is the newest one', () => {
  expect(shownList(undefined, newer())).toEqual(newer())
})

test('a new name or key of the space leaves the same people: the newest list is saved, which the vault accepts', () => {
  for (const members of [
    [ada, bob],
    [bob, ada],
  ]) {
    expect(shownList(space(), newer({ name: 'Council', members }))).toMatchObject({ rosterHash: 'second' })
  }
})

test('so do people who had left when it was looked at, and have no key any more', () => {
  expect(shownList(space({ leavers: [eve] }), newer())).toMatchObject({ rosterHash: 'second' })
})

test.each<[string, Partial<TeamSpace>]>([
  ['somebody was added', { members: [ada, bob, eve] }],
  ['somebody was removed', { members: [ada] }],
  ['somebody has another role', { members: [ada, { ...bob, role: 'viewer' }] }],
  ['somebody has another name', { members: [ada, { ...bob, name: 'Bob Kahn' }] }],
  ['somebody left', { members: [ada], leavers: [bob] }],
  ['somebody was added and left', { leavers: [eve] }],
])('%s since: the list that was looked at stays, and the vault refuses it', (_, change) => {
  expect(shownList(space(), newer(change))).toEqual(space())
})
