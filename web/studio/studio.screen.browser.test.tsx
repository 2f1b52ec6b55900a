import { UNSAVED_SETTINGS } from '#contract/studio/models.ts'
import { Sparkles } from 'lucide-react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#contract/permissions.ts'
import { Providers } from '#web/app/providers.tsx'
import { queries } from '#web/app/queries.ts'
import { mountScreen, together } from '#web/app/testing/mount-screen.tsx'
import { quietFrame } from '#web/app/testing/quiet-frame.ts'
import { stubVault } from '#web/app/testing/stub-vault.ts'
import type { ModelOverview } from '#web/lib/keyless/studio/models.ts'
import { PanelFrameContext } from '#web/parts/frame/frame.tsx'
import { speak } from '#web/messages/languages/speak.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { mount, screenWidth } from '#web/ui/testing/mount.tsx'
import { PoweredBy } from './powered-by.tsx'
import type { StudioRoom } from './studio-room.ts'
import { Studio } from './studio.tsx'

const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true })

const GUARDED: StudioRoom = {
  tab: 'seo',
  label: () => 'SEO',
  description: () => 'Finds what a page lacks.',
  Icon: Sparkles,
  badge: () => 'Beta',
  permission: 'manage_growth',
  Page: () => <h1>How pages are found</h1>,
}
const OVERVIEW: StudioRoom = {
  tab: 'overview',
  label: () => 'Overview',
  description: () => '',
  Icon: Sparkles,
  Page: () => <h1>Tools</h1>,
}

/** One model server on an own machine, and nothing chosen of it. */
function overviewOf(models: string[]): ModelOverview {
  return {
    connections: [
      {
        id: 'a',
        name: 'Own machine',
        preset: 'ollama',
        address: 'http://127.0.0.1:11434/v1',
        key_end: null,
        state: 'active',
        problem: null,
        looked_at: null,
        models,
        version: 1,
      },
    ],
    settings: UNSAVED_SETTINGS,
    prices: [],
  }
}

/** The studio with rooms of the test, in a frame that shows nothing but its header and its content. */
function mountRooms(address: string, roles: Role[], models: string[] = []): () => string {
  const client = stubVault(
    together(quietFrame(), {
      roles: { list: async () => roles, isOfOperator: async () => false },
      models: { list: async () => overviewOf(models) },
    }),
  )
  const router = createMemoryRouter([{ path: '*', element: <Studio rooms={[OVERVIEW, GUARDED]} /> }], {
    initialEntries: [address],
  })
  onTestFinished(() => {
    router.dispose()
    queries.clear()
  })
  mount(
    <Providers client={client}>
      <PanelFrameContext
        value={({ Header, children }) => (
          <>
            <Header isSidebarOpen isNarrow={false} onToggleSidebar={() => undefined} />
            {children}
          </>
        )}
      >
        <RouterProvider router={router} />
      </PanelFrameContext>
    </Providers>,
  )
  return () => router.state.location.pathname
}

test('everybody who is signed in sees the tools, and which of them this version does not have', async () => {
  await mountScreen('/ai-studio')
  await expect.element(heading('AI Studio')).toBeVisible()
  const tools = page.getByRole('region', { name: 'Tools' })
  const cards = tools.getByRole('article').elements()
  expect(
    cards.map((card) => [card.querySelector('h2')?.textContent, card.querySelector('h2 + span')?.textContent]),
  ).toEqual([
    ['SEO Workspace', 'Beta'],
    ['Content Studio', 'New'],
    ['Social Scheduler', undefined],
    ['Sales Kit', undefined],
    ['Workflow Builder', 'Preview'],
    ['Video Studio', 'Coming Soon'],
  ])
  // What is not there leads nowhere and says so.
  for (const card of cards.filter((one) => !one.querySelector('a')))
    expect(card.textContent).toContain('Not available in this version.')
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible()
  const current = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'AI Studio' })
  await expect.element(current).toHaveAttribute('aria-current', 'page')
  await expectAccessible()
})

test('an address that is none leads to the overview', async () => {
  const { address } = await mountScreen('/ai-studio/nonsense')
  await expect.element(heading('AI Studio')).toBeVisible()
  expect(address()).toBe('/ai-studio')
})

test('small screens have no entry in the menu, but the page', async () => {
  await screenWidth(390)
  await mountScreen('/ai-studio')
  await expect.element(heading('AI Studio')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await userEvent.click(page.getByRole('button', { name: 'Toggle sidebar' }))
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect.element(menu.getByRole('link', { name: 'Training' })).toBeVisible()
  expect(menu.getByRole('link', { name: 'AI Studio' }).elements()).toEqual([])
})

test('a page in another language says that the words of the studio are English', async () => {
  onTestFinished(async () => void (await speak('en')))
  await mountScreen('/ai-studio')
  await expect.element(heading('AI Studio')).toBeVisible()
  const langOf = (element: Element) => element.closest('[lang]')?.getAttribute('lang')
  await speak('de')
  await expect.poll(() => langOf(heading('AI Studio').element())).toBe('en')
  expect(langOf(page.getByRole('tablist').element())).toBe('en')
  expect(langOf(page.getByRole('button', { name: 'Seitenleiste ein- oder ausklappen' }).element())).toBe('de')
})

test('a room has its tab at an address of its own, by keyboard, for the people whom it is for', async () => {
  const path = mountRooms('/ai-studio', ['growth_manager'])
  await expect.element(heading('Tools')).toBeVisible()
  ;(tab('Overview').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await expect.element(heading('How pages are found')).toBeVisible()
  expect(path()).toBe('/ai-studio/seo')
  expect(document.title).toContain('AI Studio: SEO')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect.element(crumbs.getByRole('link', { name: 'AI Studio' })).toHaveAttribute('href', '/ai-studio')
})

test('others read in the tab who may see it, also at addresses below it', async () => {
  mountRooms('/ai-studio/seo/pages', [])
  await expect.element(page.getByText(/Required role\(s\): .*growth_manager/)).toBeVisible()
  expect(heading('How pages are found').elements()).toEqual([])
})

test('who manages growth reads which open models are set up', async () => {
  mountRooms('/ai-studio', ['growth_manager'], ['qwen3:8b'])
  const families = page.getByRole('list', { name: 'Model families on this server' })
  await expect.element(families.getByText('Qwen 3')).toBeVisible()
})

test('families of models are named only where there are some', async () => {
  const { show } = mount(<PoweredBy families={[]} />)
  expect(document.querySelector('footer')).toBeNull()
  show(<PoweredBy families={['Qwen3', 'Llama 3.3']} />)
  await expect.element(page.getByText('Powered by open machine-learning models')).toBeVisible()
  expect(
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Qwen3', 'Llama 3.3'])
})
