import { ADMIN_PAGES } from '#contract/admin-pages.ts'
import { admin } from '#web/messages/admin.ts'
import type { NavEntry, NavGroupOf } from '#web/parts/frame/nav.ts'
import { ADMIN_GROUPS, type AdminPage } from './admin-room.ts'
import { adminPages } from './rooms.ts'

/** Pages of the admin panel, each for the people who may use it (`ADMIN_PAGES`). */
export const adminGroups = (pages: readonly AdminPage[] = adminPages): readonly NavGroupOf[] =>
  ADMIN_GROUPS.map((group) => ({
    title: admin.groups[group],
    entries: pages.filter((page) => page.group === group).map(adminEntry),
  }))

/** The entry of a page, which says who it is for. */
export function adminEntry({ path: to, label, Icon, actions }: AdminPage): NavEntry {
  const page = ADMIN_PAGES.find(({ path }) => path === to)
  const who = page?.permission ? { permission: page.permission } : { opensAdmin: true as const }
  const named = actions?.map(({ label: say, ...action }) => ({ ...action, label: say() }))
  return {
    to,
    label: label(),
    Icon,
    ...who,
    ...(page?.isOfOperator && { isOfOperator: true as const }),
    ...(named && { actions: named }),
  }
}
