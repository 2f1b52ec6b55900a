import fs from 'node:fs'
import path from 'node:path'
import { type Browser, type Page, expect as expectSoon } from '@playwright/test'
import { dismissToasts } from '../../e2e/support/accessible.ts'
import { dialogOf, signIn } from '../../e2e/support/account/person.ts'
import { openPreparedVault, prepareVault } from '../../e2e/support/account/prepared-person.ts'
import { makeRequest } from '../../e2e/support/requests.ts'
import { rowOf } from '../../e2e/support/sharing.ts'
import { ADA, BOB, DRAWING, fillVault } from './example-vault.ts'

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** A busy machine takes longer than a test would wait. */
const expect = expectSoon.configure({ timeout: 60_000 })
/** A page that was just asked for shows nothing of its waiting at first. */
const SETTLING_MS = 500

const PAGES = {
  files: '/dashboard',
  shared: '/dashboard/shared',
  spaces: '/dashboard/spaces',
  activity: '/dashboard/activity',
  security: '/dashboard/security',
  settings: '/dashboard/settings',
  notifications: '/dashboard/notifications',
  help: '/dashboard/help',
  team: '/dashboard/team',
  'audit-logs': '/dashboard?tab=audit-logs',
  threats: '/admin/security',
  status: '/admin/status',
  compliance: '/admin/compliance',
}

type Open = (page: Page) => Promise<unknown>

/** What lies over the files at both sizes, and how a person gets there. */
const OVERLAYS: Record<string, Open> = {
  menu: openMenu,
  share: (page) => chooseInMenu(page, /^Share/),
  tags: (page) => chooseInMenu(page, 'Tags…'),
  rename: (page) => chooseInMenu(page, /^Rename/),
  details: (page) => chooseInMenu(page, 'Details'),
  preview: (page) => chooseInMenu(page, 'Preview'),
}
const WITH_KEYBOARD: Record<string, Open> = {
  commands: async (page) => {
    await page.keyboard.press('Control+k')
    await expect(dialogOf(page)).toBeVisible()
  },
}

/** Photographs the app at both sizes and in both schemes, with what a person has in it after a week. */
export async function photographApp(browser: Browser, folder: string, url: string): Promise<void> {
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  const page = await (await browser.newContext(DESKTOP)).newPage()
  // The first account is the administrator, who sees every page.
  await openPreparedVault(page, url, ADA)
  await prepareVault(url, BOB)
  await fillVault(page)
  const request = await makeRequest(page, { title: 'Readings of hall 4' })
  await page.getByRole('button', { name: 'Done' }).click()
  await photographPages(page, path.join(folder, 'desktop'), { ...OVERLAYS, ...WITH_KEYBOARD })
  const phone = await (await browser.newContext(PHONE)).newPage()
  await phone.goto(`${url}/login`)
  await signIn(phone, ADA)
  await expect(rowOf(phone, DRAWING)).toBeVisible()
  await photographPages(phone, path.join(folder, 'phone'), OVERLAYS)
  for (const [name, one] of Object.entries({ desktop: page, phone })) {
    await one.goto(request)
    await expect(one.getByRole('heading', { level: 1 })).toBeVisible()
    await take(one, path.join(folder, `${name}-request`))
  }
  console.log(`${fs.readdirSync(folder).length} pictures in ${folder}`)
}

async function photographPages(page: Page, prefix: string, overlays: Record<string, Open>): Promise<void> {
  for (const [name, address] of Object.entries(PAGES)) {
    await goTo(page, address)
    await take(page, `${prefix}-${name}`)
  }
  for (const [name, open] of Object.entries(overlays)) {
    await goTo(page, '/dashboard')
    await open(page)
    await take(page, `${prefix}-${name}`)
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)
  }
}

/** Within the app: a page that is loaded again asks for the password. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await expect(page.locator('main')).toBeVisible()
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${DRAWING}` }).click()
}

async function chooseInMenu(page: Page, name: string | RegExp): Promise<void> {
  await openMenu(page)
  await page.getByRole('menuitem', { name }).click()
}

async function take(page: Page, file: string): Promise<void> {
  await page.waitForTimeout(SETTLING_MS)
  await page.waitForLoadState('networkidle')
  // What is still on its way: pages, rows, a picture that is decrypted, a check of the ledger.
  await expect(page.locator('.animate-spin, [aria-busy=true]')).toHaveCount(0)
  await expect(page.getByText(/^(Checking|Pending|Loading)/)).toHaveCount(0)
  await dismissToasts(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html.dark')).toHaveCount(colorScheme === 'dark' ? 1 : 0)
    await page.screenshot({ path: `${file}-${colorScheme}.png` })
  }
}
