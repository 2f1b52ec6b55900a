import { expect, type Page, test } from '@playwright/test'
import { expectOpenVault, type Person, signIn } from '../support/account/person.ts'
import { dismissToasts, expectAccessibleEverywhere } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, newPage, personIn, personWithoutPage, type Tab } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const sheetOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function addPartner(page: Page, company: string): Promise<void> {
  await page.getByRole('button', { name: 'Add partner' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a partner' })
  await dialog.getByLabel('Company').fill(company)
  await dialog.getByRole('button', { name: 'Add partner' }).click()
  await expect(dialog).toBeHidden()
  await dismissToasts(page)
}

async function fillCustomer(page: Page, company: string, domain: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Register a customer' })
  await dialog.getByLabel('Customer', { exact: true }).fill(company)
  await dialog.getByLabel('Domain of the customer').fill(domain)
  await dialog.getByLabel('Expected amount in EUR').fill('1000.50')
  await dialog.getByLabel('Expected day').fill('2030-01-01')
  await dialog.getByRole('button', { name: 'Register customer' }).click()
  await expect(dialog).toBeHidden()
  await dismissToasts(page)
}

test('a programme has partners with links, customers and commissions, and a partner sees their own', async ({
  browser,
}) => {
  const ada = await personIn(browser, server.url, 'ada')
  const bob = { ...(await newPage(browser)), ...(await personWithoutPage(server.url, 'bob')) }
  const { page } = ada
  await openAdminPage(page, 'Partners')
  await expect(page.getByText('No partners yet')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await test.step('tiers are edited', () => tiers(page))
  await test.step('partners are added, filtered in the address, and exported', () => partners(page))
  await test.step('a link counts who follows it', () => links(page))
  await test.step('what somebody else stored meanwhile is shown, and not overwritten unseen', () => twoEditors(page))
  await test.step('two partners register one customer, and one of them is approved', () => registrations(page))
  await test.step('what is won makes a commission, which is paid for good', () => commissions(page))
  await test.step('the person of a partner sees what is theirs', () => ownView(page, bob))
  await closeAll(ada, bob)
})

async function tiers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tiers' }).click()
  const sheet = sheetOf(page, 'Tiers and commissions')
  await expect(sheet.getByLabel('Name of tier 1')).toHaveValue('Standard')
  await sheet.getByLabel('Per cent').nth(2).fill('100.01')
  await sheet.getByRole('button', { name: 'Save tiers' }).click()
  await expect(sheet.getByText('A number from 0 to 100')).toBeVisible()
  await sheet.getByLabel('Per cent').nth(2).fill('12.5')
  await sheet.getByRole('button', { name: 'Move Gold up' }).click()
  await sheet.getByLabel('Name of tier 1').fill('Starter')
  await expectAccessibleEverywhere(page)
  await sheet.getByRole('button', { name: 'Save tiers' }).click()
  await expect(sheet).toBeHidden()
  await dismissToasts(page)
}

async function partners(page: Page): Promise<void> {
  await addPartner(page, 'Harbour Ltd')
  await addPartner(page, 'Lighthouse AG')
  const table = page.getByRole('table', { name: 'Partners' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expectAccessibleEverywhere(page)
  await page.getByLabel('Search company, contact').fill('light')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/search=light/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('partners.csv')
  await page.getByRole('combobox', { name: 'State' }).selectOption('ended')
  await expect(page.getByText('No partner matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(table.getByRole('row')).toHaveCount(3)
  await dismissToasts(page)
}

async function links(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show Harbour Ltd' }).click()
  const sheet = sheetOf(page, 'Harbour Ltd')
  await sheet.getByRole('button', { name: 'Add link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add link' })
  await dialog.getByLabel('Code').fill('harbour')
  await dialog.getByLabel('Leads to').fill('//evil.example')
  await dialog.getByRole('button', { name: 'Add link' }).click()
  await expect(dialog.getByText('Type a page of the public site')).toBeVisible()
  await dialog.getByLabel('Leads to').fill('/pricing')
  await dialog.getByRole('button', { name: 'Add link' }).click()
  await expect(dialog).toBeHidden()
  const answer = await page.request.get(`${server.url}/r/harbour`, {
    maxRedirects: 0,
    headers: { 'user-agent': FIREFOX },
  })
  expect(answer.headers()['location']).toBe('/pricing?utm_source=partner&utm_campaign=harbour')
  await sheet.getByRole('button', { name: 'Pause the link harbour' }).click()
  await expect(sheet.getByText('Paused', { exact: true })).toBeVisible()
  await expect(sheet.getByText('1 visit, 1 in the last 30 days')).toBeVisible()
  await sheet.getByRole('button', { name: 'Resume the link harbour' }).click()
  await expect(sheet.getByText('Paused', { exact: true })).toBeHidden()
  await dismissToasts(page)
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')
}

async function twoEditors(page: Page): Promise<void> {
  const asked = page.waitForRequest(/\/partners\/v1\/partners\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Show Lighthouse AG' }).click()
  const request = await asked
  const { authorization = '' } = request.headers()
  const sheet = sheetOf(page, 'Lighthouse AG')
  await sheet.getByRole('button', { name: 'Edit' }).click()
  await sheet.getByLabel('Notes').fill('Mine')
  // Somebody with the same rights, elsewhere.
  const read = await page.request.get(request.url(), { headers: { authorization } })
  const { partner } = (await read.json()) as { partner: Record<string, unknown> }
  const kept = ['tier_id', 'company', 'contact_email', 'state', 'notes', 'version']
  const data = { ...Object.fromEntries(kept.map((name) => [name, partner[name]])), contact_name: 'Grace' }
  expect((await page.request.put(request.url(), { headers: { authorization }, data })).status()).toBe(200)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('Somebody else changed this partner')).toBeVisible()
  await expect(sheet.getByText('Contact: Grace')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await sheet.getByRole('button', { name: 'Take what is stored' }).click()
  await expect(sheet.getByLabel('Contact').first()).toHaveValue('Grace')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByRole('button', { name: 'Edit' })).toBeVisible()
  await dismissToasts(page)
  await page.keyboard.press('Escape')
}

async function registrations(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Registrations' }).click()
  await expect(page.getByText('No registrations yet')).toBeVisible()
  for (const partner of ['Harbour Ltd', 'Lighthouse AG']) {
    await page.getByRole('button', { name: 'Register customer' }).click()
    await page.getByRole('combobox', { name: 'Partner' }).selectOption(partner)
    await fillCustomer(page, `Shipyard of ${partner}`, 'https://www.Shipyard.example/')
  }
  const list = page.getByRole('list', { name: 'Registrations' })
  await expect(list.getByText('Conflict: also registered by Lighthouse AG')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Approve: Shipyard of Harbour Ltd' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(list.getByText('Conflict: approved for Harbour Ltd')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve: Shipyard of Lighthouse AG' })).toHaveCount(0)
  await dismissToasts(page)
}

async function commissions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Won: Shipyard of Harbour Ltd' }).click()
  const dialog = page.getByRole('dialog', { name: 'Was Shipyard of Harbour Ltd won?' })
  await expect(dialog.getByText('Commission: €50.03 (5 %)')).toBeVisible()
  await dialog.getByLabel('What the customer pays').fill('2000')
  await expect(dialog.getByText('Commission: €100.00 (5 %)')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Won' }).click()
  await expect(dialog).toBeHidden()
  await dismissToasts(page)
  await page.getByRole('tab', { name: 'Commissions' }).click()
  const list = page.getByRole('list', { name: 'Commissions' })
  await expect(list).toContainText('5 % of €2,000.00')
  await page.getByRole('button', { name: 'Mark the commission for Shipyard of Harbour Ltd as paid' }).click()
  await page.getByLabel('Note').fill('Transfer 7')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(list).toContainText('Transfer 7')
  await expect(page.getByRole('button', { name: /Mark the commission/ })).toHaveCount(0)
  await dismissToasts(page)
  await expectAccessibleEverywhere(page)
}

async function ownView(page: Page, bob: Tab & Person): Promise<void> {
  // As who manages users gives it, and who manages partners links it.
  const pages = page.getByRole('navigation', { name: 'Admin pages' })
  await pages.getByRole('link', { name: 'Users & Teams' }).click()
  await page.getByRole('button', { name: /^Details of Bob/ }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).selectOption('Partner')
  await page.getByRole('button', { name: 'Save role' }).click()
  await dismissToasts(page)
  await page.keyboard.press('Escape')
  await pages.getByRole('link', { name: 'Partners' }).click()
  await page.getByRole('button', { name: 'Show Harbour Ltd' }).click()
  const sheet = sheetOf(page, 'Harbour Ltd')
  await sheet.getByRole('combobox', { name: 'Person' }).selectOption({ index: 1 })
  await sheet.getByRole('button', { name: 'Save access' }).click()
  await expect(page.getByText('Access given')).toBeVisible()
  await dismissToasts(page)
  await page.keyboard.press('Escape')
  await bob.page.goto(`${server.url}/login`)
  await signIn(bob.page, bob)
  await expectOpenVault(bob.page)
  await partnerView(bob.page)
}

async function partnerView(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Partner' }).click()
  await expect(page.getByRole('heading', { name: 'Harbour Ltd' })).toBeVisible()
  await expect(page.getByText('/r/harbour')).toBeVisible()
  await expect(page.getByText('Transfer 7')).toBeVisible()
  await expect(page.getByText('Lighthouse')).toHaveCount(0)
  await page.getByRole('button', { name: 'Register customer' }).click()
  await fillCustomer(page, 'Canal GmbH', 'canal.example')
  await expect(page.getByRole('list', { name: 'Registrations' })).toContainText('Canal GmbH')
  await expectAccessibleEverywhere(page)
}
