import { ROLES, allows, entersAdmin, type Permission, type Role } from '#contract/permissions.ts'
import { ADMIN_PAGES } from '#contract/admin-pages.ts'
import { z } from 'zod'
import { type Check, noneOf } from '../check.ts'
import { rolledBack } from '../probe.ts'
import { giveRole, rightsOf } from '../role-probe.ts'
import type { Site } from '../site.ts'

/** What people see of theirs; each is empty or refused without a session. */
const OF_PEOPLE = [
  '/auth/v1/user',
  '/rest/v1/profiles?select=user_id&limit=1',
  '/rest/v1/file_records?select=id&limit=1',
  '/rest/v1/system_audit_log?select=id&limit=1',
  '/rest/v1/enterprise_user_roles?select=user_id&limit=1',
  '/rest/v1/notifications?select=id&limit=1',
  '/operations/v1/',
  '/checks/v1/runs',
]
const OF_APP = ['/dashboard', '/dashboard/settings', '/admin/overview', '/admin/users', '/ai-studio']

/** NAV-04 */
export const strangersSeeNothing: Check = async ({ site }) => {
  const open: string[] = []
  for (const address of OF_PEOPLE) {
    if (await isShown(site, address)) open.push(address)
  }
  // The document of the app is the same for everybody: it asks for data when it has a session.
  const { body: login } = await site.ask('/login')
  for (const address of OF_APP) {
    const { body } = await site.ask(address)
    if (!body.equals(login)) open.push(address)
  }
  return noneOf(open, 'Somebody who is not signed in is shown something', {
    addresses: OF_PEOPLE.length + OF_APP.length,
  })
}

async function isShown(site: Site, address: string): Promise<boolean> {
  const { status, text } = await site.ask(address)
  if (status >= 400) return false
  const rows = z.array(z.unknown()).safeParse(JSON.parse(text))
  return !rows.success || rows.data.length > 0
}

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
