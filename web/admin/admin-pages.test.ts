/** The pages of the panel for every role, and for people whose roles are none. */
import { expect, test } from 'vitest'
import { ADMIN_PAGES } from '#contract/admin-pages.ts'
import { ADMIN_PERMISSIONS, PERMISSIONS, ROLES, type Role } from '#contract/permissions.ts'
import { isOffered } from '#web/parts/frame/nav.ts'
import { adminEntry, adminGroups } from './admin-groups.ts'
import { adminPages } from './rooms.ts'

const holds = (roles: readonly Role[], permission: keyof typeof PERMISSIONS): boolean => {
  const allowed: readonly Role[] = PERMISSIONS[permission]
  return allowed.some((role) => roles.includes(role))
}

const people: readonly (readonly Role[])[] = [[], ...ROLES.map((role) => [role]), ['billing_admin', 'growth_manager']]

test.each(people.flatMap((roles) => [true, false].map((isOperator) => ({ roles, isOperator }))))(
  'pages of $roles, of the operator: $isOperator',
  ({ roles, isOperator }) => {
    const enters = ADMIN_PERMISSIONS.some((one) => holds(roles, one))
    const expected = ADMIN_PAGES.filter(
      (page) =>
        (page.permission === null ? enters : holds(roles, page.permission)) && (!page.isOfOperator || isOperator),
    )
    // What the sidebar shows and what a page itself asks are one question.
    const offered = adminPages.filter((page) => isOffered(adminEntry(page), { roles, isOperator }))
    expect(offered.map(({ path }) => path)).toEqual(expected.map(({ path }) => path))
    // Nobody is offered a page of a panel that they cannot enter.
    if (!enters) expect(offered).toEqual([])
  },
)

test('every page is in the sidebar once', () => {
  const entries = adminGroups().flatMap((group) => group.entries.map(({ to }) => to))
  expect(entries.toSorted()).toEqual(ADMIN_PAGES.map(({ path }) => path).toSorted())
})
