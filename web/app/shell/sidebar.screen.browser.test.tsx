import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { button, screenWidth } from '#web/ui/testing/mount.tsx'
import { mountScreen } from '../testing/mount-screen.tsx'
import type { VaultAnswers } from '../testing/stub-vault.ts'

const REM = 16
const GROUPS = {
  Dashboard: {
    'My Files': '/dashboard',
    Shared: '/dashboard/shared',
    'Team spaces': '/dashboard/spaces',
    Devices: '/dashboard/devices',
    Activity: '/dashboard/activity',
    Training: '/dashboard/training',
    Security: '/dashboard/security',
    'AI Studio': '/ai-studio',
  },
  Account: {
    Settings: '/dashboard/settings',
    Notifications: '/dashboard/notifications',
    Help: '/dashboard/help',
  },
  Organisation: {
    Team: '/dashboard/team',
    'Audit Logs': '/dashboard?tab=audit-logs',
    'Admin Panel': '/admin/overview',
  },
}
const OWNER: VaultAnswers = { roles: { list: async () => ['owner'], isOfOperator: async () => true } }

const navigation = () => page.getByRole('navigation', { name: 'Main' })
const drawer = () => page.getByRole('dialog', { name: 'Menu' })
const sidebarWidth = () => document.querySelector('aside')?.getBoundingClientRect().width
const links = () => [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label=Main] a')]
const current = () =>
  links()
    .filter((link) => link.ariaCurrent === 'page')
    .map(({ textContent }) => textContent)
const cookie = () => document.cookie.split('; ').find((one) => one.startsWith('sidebar:state='))

/** @param remembered the cookie of an earlier visit. */
function mountDashboard(answers = OWNER, remembered = 'sidebar:state=; max-age=0') {
  onTestFinished(() => void (document.cookie = 'sidebar:state=; max-age=0; path=/'))
  document.cookie = `${remembered}; path=/`
  return mountScreen('/dashboard', answers)
}

test('the sidebar has its three groups for an owner, and ends in Logout', async () => {
  await mountDashboard()
  await expect.element(navigation().getByRole('link', { name: 'Admin Panel' })).toBeVisible()
  for (const [title, entries] of Object.entries(GROUPS)) {
    const group = navigation().getByText(title, { exact: true }).element().parentElement
    const found = [...(group?.querySelectorAll('a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')])
    expect(Object.fromEntries(found)).toEqual(entries)
  }
  const pressed = [...document.querySelectorAll('aside a, aside button')].map(({ textContent }) => textContent)
  expect(pressed.at(-1)).toBe('Logout')
})

test('a member without a role sees neither the log nor the admin panel', async () => {
  await mountDashboard({})
  await expect.element(page.getByText('No files found')).toBeVisible()
  const offered = links().map(({ textContent }) => textContent)
  expect(offered).toContain('Team')
  expect(offered).not.toContain('Audit Logs')
  expect(offered).not.toContain('Admin Panel')
})

test('it says where one is, with one entry alone: My Files is not marked on the pages below its address', async () => {
  await mountDashboard()
  await expect.poll(current).toEqual(['My Files'])
  for (const name of ['Team spaces', 'Help', 'My Files']) {
    await userEvent.click(navigation().getByRole('link', { name, exact: true }))
    await expect.poll(current).toEqual([name])
  }
})

test('it collapses to icons by Ctrl or Cmd with B, and a cookie remembers it', async () => {
  await mountDashboard()
  await expect.poll(sidebarWidth).toBe(16 * REM)
  await userEvent.keyboard('{Control>}b{/Control}')
  await expect.poll(sidebarWidth).toBe(3 * REM)
  expect(cookie()).toBe('sidebar:state=false')
  await userEvent.hover(navigation().getByRole('link', { name: 'Security' }))
  await expect.poll(() => document.querySelector('[data-side=right]')?.textContent).toBe('Security')
  await userEvent.unhover(navigation().getByRole('link', { name: 'Security' }))
  await expectAccessible()

  await userEvent.keyboard('{Meta>}b{/Meta}')
  await expect.poll(sidebarWidth).toBe(16 * REM)
  expect(cookie()).toBe('sidebar:state=true')
})

test('a field that has the focus keeps the keys, and the button collapses it', async () => {
  await mountDashboard()
  await userEvent.click(page.getByPlaceholder('Search encrypted files...'))
  await userEvent.keyboard('{Control>}b{/Control}')
  await userEvent.click(button('Toggle sidebar'))
  await expect.poll(sidebarWidth).toBe(3 * REM)
})

test('a page that opens later is as wide as the cookie says', async () => {
  await mountDashboard(OWNER, 'sidebar:state=false')
  await expect.poll(sidebarWidth).toBe(3 * REM)
})

test('below 768 pixels it is a drawer, which Escape and Back close and the cookie does not know', async () => {
  await screenWidth(768)
  const { goBack, address } = await mountDashboard()
  await expect.poll(sidebarWidth).toBe(16 * REM)
  await page.viewport(767, 800)
  await expect.poll(() => document.querySelector('aside')).toBeNull()
  await expect.element(drawer()).not.toBeInTheDocument()

  await userEvent.keyboard('{Control>}b{/Control}')
  await expect.element(drawer()).toBeVisible()
  await expect.poll(() => drawer().element().getBoundingClientRect().width).toBe(18 * REM)
  expect(links()).toHaveLength(13)
  await expect.element(drawer().getByRole('button', { name: 'Logout' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer()).not.toBeInTheDocument()

  await userEvent.click(button('Toggle sidebar'))
  await expect.element(drawer()).toBeVisible()
  await goBack()
  await expect.element(drawer()).not.toBeInTheDocument()
  expect(address()).toBe('/dashboard')
  expect(cookie()).toBeUndefined()
})

test('a page that is opened from the drawer takes its place, and Back leads to the page before', async () => {
  await screenWidth(600)
  const { goBack, address } = await mountDashboard()
  await userEvent.click(button('Toggle sidebar'))
  await userEvent.click(drawer().getByRole('link', { name: 'Help' }))
  await expect.element(drawer()).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible()
  await goBack()
  await expect.poll(address).toBe('/dashboard')
  await expect.element(drawer()).not.toBeInTheDocument()
})
