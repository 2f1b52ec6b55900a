import { expect, test } from 'vitest'
import { activeEntry, isOffered, navGroups } from './nav-entries.ts'
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
  expect(activeEntry(...at(address))?.to).toBe(to)
})

test('status page and compliance are offered only where the server is run from', () => {
  const offeredTo = (isOperator: boolean, isAllowed = true) =>
    navGroups()
      .flatMap(({ entries }) => entries)
      .filter((entry) => isOffered(entry, { can: () => isAllowed, isOperator }))
      .map(({ to }) => to)
  const own = ['/dashboard/status', '/dashboard/compliance']
  expect(offeredTo(true)).toEqual(expect.arrayContaining(own))
  expect(offeredTo(false)).toContain('/dashboard?tab=audit-logs')
  for (const to of own) {
    expect(offeredTo(false)).not.toContain(to)
    expect(offeredTo(true, false)).not.toContain(to)
  }
})

test('threats are offered to who manages security, in any organisation', () => {
  const offeredTo = (permission: string) =>
    navGroups()
      .flatMap(({ entries }) => entries)
      .filter((entry) => isOffered(entry, { can: (wanted) => wanted === permission, isOperator: false }))
      .map(({ to }) => to)
  expect(offeredTo('manage_security')).toContain('/dashboard/threats')
  expect(offeredTo('view_audit_logs')).not.toContain('/dashboard/threats')
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
