import { expect, test } from 'vitest'
import { TENANT_PLAN_IDS } from '#contract/organisation/tenant-plan-ids.ts'
import { TEAM_ROLES } from '#contract/permissions.ts'
import { hasRolesBeyond, roleOptions } from './role-options.ts'

const refused = (plan: Parameters<typeof roleOptions>[1]['plan'], value = 'member') =>
  roleOptions(TEAM_ROLES, { plan, value }).flatMap(([role, label, isDisabled]) => (isDisabled ? [[role, label]] : []))

test('a role that the plan does not hold names the plan that does, and cannot be chosen', () => {
  expect(refused('starter')).toContainEqual(['sales_manager', 'Sales manager (plan Enterprise)'])
  expect(refused('professional')).toEqual(refused('starter'))
  expect(refused('starter').map(([role]) => role)).not.toContain('admin')
  expect(TENANT_PLAN_IDS.filter((plan) => hasRolesBeyond(TEAM_ROLES, plan))).toEqual(['starter', 'professional'])
})

test('what is chosen already stays, and every role is offered with Enterprise and while the plan is not known', () => {
  expect(refused('starter', 'sales_manager').map(([role]) => role)).not.toContain('sales_manager')
  expect([refused('enterprise'), refused(null)]).toEqual([[], []])
})
