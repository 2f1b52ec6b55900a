/** The pages of the panel for every role, and for people whose roles are none. */
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ADMIN_PAGES } from '#contract/admin-pages.ts'
import { ADMIN_PERMISSIONS, PERMISSIONS, ROLES, type Role } from '#contract/permissions.ts'
import { isOffered, offeredActions } from '#web/parts/frame/nav.ts'
import { adminEntry, adminGroups } from './admin-groups.ts'
import { enteredPages } from './entry/entered-pages.ts'
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
    // Actions come with their pages, and to nobody else.
    const found = offeredActions(adminPages.map(adminEntry), { roles, isOperator })
    expect(found.map(({ to }) => to).filter((to) => !offered.some(({ path }) => path === to))).toEqual([])
    expect(found.map(({ id }) => id)).toEqual(offered.flatMap(({ actions = [] }) => actions.map(({ id }) => id)))
    // Nobody is offered a page of a panel that they cannot enter.
    if (!enters) expect(offered).toEqual([])
  },
)

test('every page is in the sidebar once', () => {
  const entries = adminGroups().flatMap((group) => group.entries.map(({ to }) => to))
  expect(entries.toSorted()).toEqual(ADMIN_PAGES.map(({ path }) => path).toSorted())
})

test('every action that a room declares is done by one page, and no page does another', async () => {
  const declared = adminPages.flatMap(({ actions = [] }) => actions.map(({ id }) => id))
  const done = await Promise.all(
    globSync('web/{admin,app}/**/*.tsx').map(async (path) =>
      [...(await readFile(path, 'utf8')).matchAll(/useChosenAction\('(\w+)'/g)].map(([, id]) => id),
    ),
  )
  expect(new Set(done.flat())).toEqual(new Set(declared))
  expect(done.flat()).toHaveLength(declared.length)
  expect(new Set(declared).size).toBe(declared.length)
})

test('nothing of an action is offered within an entry into another organisation', () => {
  expect(enteredPages.flatMap(({ actions = [] }) => actions)).toEqual([])
})
