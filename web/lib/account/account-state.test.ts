import type { Session } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { type AccountState, nextAccount } from './account-state.ts'

const ada = (firstName: unknown = 'Ada') =>
  ({ user: { id: 'user-1', email: 'ada@example.com', user_metadata: { first_name: firstName } } }) as unknown as Session
const open: AccountState = {
  kind: 'open',
  email: 'ada@example.com',
  userId: 'user-1',
  firstName: 'Ada',
  keyFingerprint: 'abcd',
}
const closed: AccountState[] = [
  { kind: 'loading' },
  { kind: 'signed-out' },
  { kind: 'locked', email: 'ada@example.com' },
  { kind: 'needs-recovery-kit', email: 'ada@example.com' },
]

describe('the state of an account', () => {
  test.each(closed)('is open after the vault was opened, from $kind', (before) => {
    expect(nextAccount(before, { type: 'opened', session: ada(), keyFingerprint: 'abcd' })).toEqual(open)
  })

  test.each([...closed, open])('is signed out after signing out, from $kind', (before) => {
    expect(nextAccount(before, { type: 'signed-out' })).toEqual({ kind: 'signed-out' })
  })

  test('says that the session was ended elsewhere', () => {
    expect(nextAccount(open, { type: 'signed-out', isEnded: true })).toEqual({ kind: 'signed-out', isEnded: true })
  })

  test('locks an open vault and keeps the address for the password', () => {
    expect(nextAccount(open, { type: 'locked' })).toEqual({ kind: 'locked', email: 'ada@example.com' })
  })

  test.each(closed)('does not come to life by locking: $kind stays', (before) => {
    expect(nextAccount(before, { type: 'locked' })).toBe(before)
  })

  test('takes a new name only while it is open', () => {
    const renamed = { type: 'renamed', session: ada('Augusta') } as const
    expect(nextAccount(open, renamed)).toEqual({ ...open, firstName: 'Augusta' })
    for (const before of closed) expect(nextAccount(before, renamed)).toBe(before)
  })

  test('takes the address of a renewed session, and stays the same object where nothing is new', () => {
    const session = ada('Ada')
    session.user.email = 'new@example.com'
    const moved = nextAccount(open, { type: 'renamed', session })
    expect(moved).toMatchObject({ kind: 'open', email: 'new@example.com' })
    expect(nextAccount(moved, { type: 'renamed', session })).toBe(moved)
  })

  test('ends with the organisation of its person, and says so', () => {
    const ended = nextAccount(open, { type: 'signed-out', isEnded: true, organisation: 'suspended' })
    expect(ended).toEqual({ kind: 'signed-out', isEnded: true, organisation: 'suspended' })
  })

  test('greets nobody by a name that is no text', () => {
    const state = nextAccount(open, { type: 'opened', session: ada({ html: '<b>' }), keyFingerprint: 'abcd' })
    expect(state).toMatchObject({ kind: 'open', firstName: '' })
  })
})
