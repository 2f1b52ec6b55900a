import { expect, test } from 'vitest'
import { ADMIN_PAGES } from '#contract/admin-pages.ts'
import type { Place } from '#contract/copilot/copilot.ts'
import type { Role } from '#contract/permissions.ts'
import { adminGroups } from '#web/admin/admin-groups.ts'
import { COPILOT_PLACES } from '#web/messages/copilot-places.ts'
import { activeEntry, isOffered } from '#web/parts/frame/nav.ts'
import { navGroups } from './nav-entries.ts'
import { TAB_ADDRESSES, movedTab, tabAt } from './tab-addresses.ts'

const at = (address: string): [string, URLSearchParams] => {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  return [pathname, searchParams]
}

test.each([
  ['/dashboard', '/dashboard'],
  ['/dashboard?folder=1', '/dashboard'],
  ['/dashboard?tab=documents', '/dashboard'],
  ['/dashboard?tab=audit-logs', '/dashboard?tab=audit-logs'],
  ['/dashboard/shared', '/dashboard/shared'],
  ['/dashboard/spaces/1', '/dashboard/spaces'],
  ['/dashboard/settings?section=billing', '/dashboard/settings'],
  ['/login', undefined],
])('%s lights up %s in the sidebar', (address, to) => {
  expect(activeEntry(navGroups(), ...at(address))?.to).toBe(to)
})

test('the admin panel is offered to who runs a part of the organisation', () => {
  const offeredTo = (roles: readonly Role[]) =>
    navGroups()
      .flatMap(({ entries }) => entries)
      .filter((entry) => isOffered(entry, { roles, isOperator: true }))
      .map(({ to }) => to)
  for (const role of ['owner', 'security_admin', 'billing_admin', 'manager'] as const)
    expect(offeredTo([role]), role).toContain('/admin/overview')
  for (const role of ['member', 'viewer', 'analyst', 'partner'] as const)
    expect(offeredTo([role]), role).not.toContain('/admin/overview')
})

test('the page of a partner is offered to partners alone', () => {
  const isShown = (roles: readonly Role[]) =>
    navGroups()
      .flatMap(({ entries }) => entries)
      .some((entry) => entry.to === '/dashboard/partner' && isOffered(entry, { roles, isOperator: true }))
  expect(isShown(['member', 'partner'])).toBe(true)
  expect(isShown(['owner', 'partner_manager'])).toBe(false)
})

test('each page of the panel is offered to who may use it, and what speaks for the server only where it is run from', () => {
  const offeredTo = (role: Role, isOperator = true) =>
    adminGroups()
      .flatMap(({ entries }) => entries)
      .filter((entry) => isOffered(entry, { roles: [role], isOperator }))
      .map(({ to }) => to)
  expect(offeredTo('member')).toEqual([])
  expect(offeredTo('billing_admin')).toEqual(['/admin/overview', '/admin/billing'])
  expect(offeredTo('compliance_officer')).toEqual(['/admin/overview', '/admin/compliance'])
  expect(offeredTo('security_admin')).toEqual([
    '/admin/overview',
    '/admin/security',
    '/admin/comprehensive-test',
    '/admin/audit-logs',
    '/admin/integrations',
    '/admin/status',
  ])
  expect(offeredTo('owner', false)).toEqual([
    '/admin/overview',
    '/admin/users',
    '/admin/reviews',
    '/admin/security',
    '/admin/audit-logs',
    '/admin/growth/marketing',
    '/admin/growth/sales',
    '/admin/growth/partners',
    '/admin/growth/newsletters',
    '/admin/training',
    '/admin/integrations',
    '/admin/billing',
  ])
  expect(offeredTo('sales_manager')).toEqual(['/admin/overview', '/admin/growth/sales'])
  expect(offeredTo('partner_manager')).toEqual(['/admin/overview', '/admin/growth/partners'])
  expect(offeredTo('growth_manager')).toEqual([
    '/admin/overview',
    '/admin/growth/marketing',
    '/admin/growth/seo',
    '/admin/growth/newsletters',
    '/admin/docs',
  ])
})

test('each tab is open at its own address', () => {
  for (const [id, to] of Object.entries(TAB_ADDRESSES)) {
    expect(tabAt(...at(to))).toBe(id)
    expect(movedTab(...at(to))).toBeNull()
  }
  expect(tabAt(...at('/dashboard?folder=1'))).toBe('files')
  expect(tabAt(...at('/dashboard/team'))).toBeUndefined()
})

test('a page that was a tab alone once is found at its own address, with what else was asked for', () => {
  expect(movedTab(...at('/dashboard?tab=settings&section=preferences'))).toEqual({
    to: '/dashboard/settings?section=preferences',
    isUnknown: false,
  })
  expect(movedTab(...at('/dashboard?tab=files'))).toEqual({ to: '/dashboard', isUnknown: false })
  expect(movedTab(...at('/dashboard?tab=nonsense'))).toEqual({ to: '/dashboard', isUnknown: true })
})

test('the copilot finds every page of the sidebar', () => {
  const places = new Set(COPILOT_PLACES.map(({ address }) => address))
  for (const { to } of navGroups().flatMap(({ entries }) => entries)) expect(places.has(to), to).toBe(true)
})

test('each place of the copilot is for the people whom its page is for', () => {
  const rightsOf = ({ permission, role, isOfOperator }: Partial<Place>) => ({ permission, role, isOfOperator })
  const panel = new Set<string>(ADMIN_PAGES.map(({ path }) => path))
  for (const place of COPILOT_PLACES.filter(({ address }) => !address.startsWith('/ai-studio/'))) {
    const [path, parameters] = at(place.address)
    // Rights of the panel's pages are said there alone.
    if (path.startsWith('/admin/')) expect([panel.has(path), rightsOf(place)], place.address).toEqual([true, {}])
    else {
      const entry = activeEntry(navGroups(), path, parameters)
      expect(entry, place.address).toBeDefined()
      expect(rightsOf(place), place.address).toEqual(rightsOf(entry ?? {}))
    }
  }
})
