import { expect, test } from 'vitest'
import { TEAM_ROLES } from '#contract/permissions.ts'
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
  const offered = TEAM_ROLES.filter((role) => role !== 'analyst' && role !== 'viewer')
  expect(rolesToGive(['owner'])).toEqual(offered)
  expect(rolesToGive(['admin'])).toEqual(offered.filter((role) => role !== 'owner'))
  expect(rolesToGive(['admin'], 'viewer')).toEqual(TEAM_ROLES.filter((role) => role !== 'owner' && role !== 'analyst'))
})
