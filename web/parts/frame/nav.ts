import type { LucideIcon } from 'lucide-react'
import { allows, entersAdmin, type Permission, type Role } from '#contract/permissions.ts'

export type NavEntry = {
  to: string
  label: string
  Icon: LucideIcon
  /** Only for people with this permission. */
  permission?: Permission
  /** Only for people with this role. */
  role?: Role
  /** Only in the organisation that runs this server. */
  isOfOperator?: true
  /** Only for people who may open the admin panel. */
  opensAdmin?: true
  /** Not in the navigation of small screens. */
  isForDesktops?: true
  /** Carries the number of unread notifications. */
  countsUnread?: boolean
  /** Offered by the palette, and done on the page by `useChosenAction`. */
  actions?: readonly NavAction[]
}

/** An action of a page, for people whom the page is for, or fewer of them. */
export type NavAction = { id: string; label: string; Icon: LucideIcon; permission?: Permission }

export type NavGroupOf = { title: string; entries: readonly NavEntry[] }

/** Rights that a page takes. */
type Wanted = {
  permission?: Permission | null
  role?: Role | null
  isOfOperator?: boolean
  opensAdmin?: boolean
}

type Rights = { roles: readonly Role[]; isOperator: boolean }

/** Whether a page is offered to somebody. */
export function isOffered(
  { permission, role, isOfOperator, opensAdmin }: Wanted,
  { roles, isOperator }: Rights,
): boolean {
  return (
    (!permission || allows(roles, permission)) &&
    (!role || roles.includes(role)) &&
    (!isOfOperator || isOperator) &&
    (!opensAdmin || entersAdmin(roles))
  )
}

type OfferedAction = Pick<NavAction, 'id' | 'label' | 'Icon'> & { to: string }

/** Actions of the pages that are offered to somebody, each with the page where it is done. */
export const offeredActions = (entries: readonly NavEntry[], rights: Rights): OfferedAction[] =>
  entries
    .filter((entry) => isOffered(entry, rights))
    .flatMap(({ to, actions = [] }) =>
      actions.filter((one) => isOffered(one, rights)).map(({ id, label, Icon }) => ({ id, label, Icon, to })),
    )

/** The entry of `groups` that an address belongs to: its own, otherwise the one of the page above it. */
export function activeEntry(
  groups: readonly NavGroupOf[],
  pathname: string,
  parameters: URLSearchParams,
): NavEntry | undefined {
  const entries = groups.flatMap((group) => group.entries)
  const tab = parameters.get('tab')
  const exact = entries.find(({ to }) => to === (tab === null ? pathname : `${pathname}?tab=${tab}`))
  if (exact) return exact
  const above = entries.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return above.toSorted((a, b) => b.to.length - a.to.length)[0]
}
