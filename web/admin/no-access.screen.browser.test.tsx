/** Pages of the panel and the studio that a person may not see: each says so in the words of the product, and asks the server for nothing of it. */
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { ADMIN_PAGES } from '#contract/admin-pages.ts'
import { allows, entersAdmin, PERMISSIONS, ROLES, type Role } from '#contract/permissions.ts'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'
import { studioPath } from '#web/studio/studio-room.ts'
import { studioRooms } from '#web/studio/rooms.ts'
import { adminPages } from './rooms.ts'

const OPERATOR_ONLY = 'Only people of the organisation that runs this server may change this.'
const NO_ADMIN = "You don't have permission to access the admin panel. Contact your system administrator."
const requires = (roles: readonly Role[]) =>
  `You don't have permission to access this feature. Required role(s): ${roles.join(', ')}`

/** `shown`: what only this page has, so that no text of the page before is taken for its own. */
type Refused = { address: string; says: string; shown: () => Locator }

/** By the contract alone. A role that has expired is in no list of roles: its person reads what somebody without one does. */
function refusedTo(roles: readonly Role[], isOperator: boolean): Refused[] {
  const pages = ADMIN_PAGES.flatMap(({ path, permission, isOfOperator }): Refused[] => {
    const title = adminPages.find((one) => one.path === path)?.label() ?? ''
    const refused = (says: string, name = title): Refused[] => [
      { address: path, says, shown: () => page.getByRole('heading', { level: 1, name, exact: true }) },
    ]
    if (!entersAdmin(roles)) return refused(NO_ADMIN, 'Admin Panel')
    if (isOfOperator && !isOperator) return refused(OPERATOR_ONLY)
    return permission === null || allows(roles, permission) ? [] : refused(requires(PERMISSIONS[permission]))
  })
  const tabs = studioRooms.flatMap(({ tab, label, permission }): Refused[] => {
    if (permission === undefined || allows(roles, permission)) return []
    const shown = () => page.getByRole('tab', { name: label(), exact: true, selected: true })
    return [{ address: studioPath(tab), says: requires(PERMISSIONS[permission]), shown }]
  })
  return [...pages, ...tabs]
}

const people = [[], ...ROLES.map((role) => [role])].flatMap((roles: readonly Role[]) =>
  [true, false].map((isOperator) => ({ roles, isOperator, refused: refusedTo(roles, isOperator) })),
)

const unheard = async () => Promise.reject(new VaultError('offline', 'not asked here'))

// An answer that is not given here fails the test: what a page would have asked for is not asked.
test.each(people.filter(({ refused }) => refused.length > 0))(
  'roles $roles, of the operator: $isOperator',
  async ({ roles, isOperator, refused }) => {
    const screen = await mountScreen(refused[0]?.address ?? '', {
      roles: { list: async () => [...roles], isOfOperator: async () => isOperator },
      // Asked by the headers of the panel and the studio, whatever the page.
      team: { overview: unheard },
      models: { list: unheard },
    })
    for (const { address, says, shown } of refused) {
      await screen.go(address)
      await expect.element(shown()).toBeVisible()
      await expect.element(page.getByText(says, { exact: true })).toBeVisible()
      expect(screen.address()).toBe(address)
    }
  },
)

test('a role that ends while its page is open: the page says so once rights are read again', async () => {
  let roles: readonly Role[] = ['billing_admin']
  const screen = await mountScreen('/admin/users', {
    roles: { list: async () => [...roles], isOfOperator: async () => false },
    team: { overview: unheard },
  })
  await expect.element(page.getByText(requires(PERMISSIONS.manage_users), { exact: true })).toBeVisible()
  roles = []
  await screen.readRights()
  await expect.element(page.getByText(NO_ADMIN, { exact: true })).toBeVisible()
})
