import { expect, test } from 'vitest'
import { foundMembers, mayTouch, rolesToGive } from './team-view.ts'

test('only who leads gives the role of an owner, and changes one', () => {
  expect(rolesToGive(['admin'])).not.toContain('owner')
  expect(rolesToGive(['member', 'owner'])).toContain('owner')
  const owner = { roles: ['owner'], removedAt: null }
  expect(mayTouch(['admin'], owner)).toBe(false)
  expect(mayTouch(['owner'], owner)).toBe(true)
  expect(mayTouch(['admin'], { roles: ['member'], removedAt: null })).toBe(true)
  expect(mayTouch(['owner'], { roles: [], removedAt: '2026-01-01' })).toBe(false)
})

test('a role that allows no more than membership is offered only to the person who has it', () => {
  expect(rolesToGive(['owner'])).toEqual(['owner', 'admin', 'security_admin', 'billing_admin', 'partner', 'member'])
  expect(rolesToGive(['admin'])).toEqual(['admin', 'security_admin', 'billing_admin', 'partner', 'member'])
  expect(rolesToGive(['admin'], 'viewer')).toEqual([
    'admin',
    'security_admin',
    'billing_admin',
    'viewer',
    'partner',
    'member',
  ])
})

test('the search looks at names and addresses; who was removed stands apart', () => {
  const person = (name: string, removedAt: string | null) => ({
    userId: name,
    email: `${name}@example.org`,
    name: name.toUpperCase(),
    roles: [],
    isMe: false,
    hasVault: true,
    trust: null,
    joinedAt: '',
    lastActiveAt: null,
    removedAt,
    standing: 'active' as const,
    isProvisioned: false,
    roleEndsAt: null,
    guest: name === 'gus' ? { endsAt: null, hasEnded: false } : null,
  })
  const [ada, bob] = [person('ada', null), person('bob', '2026-01-01')]
  expect(foundMembers([ada, bob], '')).toEqual({ present: [ada], removed: [bob] })
  expect(foundMembers([ada, bob], ' BOB@')).toEqual({ present: [], removed: [bob] })
  const gus = person('gus', null)
  expect(foundMembers([ada, gus], '', true)).toEqual({ present: [gus], removed: [] })
})
