import { ROLES, allows, entersAdmin, type Permission, type Role } from '#contract/permissions.ts'
import { ADMIN_PAGES } from '#contract/admin-pages.ts'
import { type Check, noneOf } from '../check.ts'
import { rolledBack } from '../probe.ts'
import { giveRole, rightsOf } from '../role-probe.ts'

/** NAV-06: the table that the menu is drawn from, compared with what the database allows each role. */
export const menuFollowsPermissions: Check = async (context) => {
  const person = await context.people.add()
  const wrong = await rolledBack(
    context,
    async (db) => {
      const found: string[] = []
      for (const role of ROLES) {
        await giveRole(db, person, { role })
        found.push(...differences(role, await rightsOf(db, person)))
      }
      return found
    },
    { isAlone: true },
  )
  return noneOf(wrong, 'The menu shows another page than the server allows', {
    roles: ROLES.length,
    pages: ADMIN_PAGES.length,
  })
}

function differences(role: Role, { allowed, enters }: { allowed: readonly string[]; enters: boolean }): string[] {
  const of = (permission: Permission) => allows([role], permission)
  const pages = ADMIN_PAGES.filter(
    ({ permission }) => permission !== null && of(permission) !== allowed.includes(permission),
  )
  const wrong = pages.map(({ path }) => `${path} for ${role}`)
  return enters === entersAdmin([role]) ? wrong : [...wrong, `the admin panel for ${role}`]
}
