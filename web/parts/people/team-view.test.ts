import { expect, test } from 'vitest'
import { mayTouch, rolesToGive } from './team-view.ts'

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
