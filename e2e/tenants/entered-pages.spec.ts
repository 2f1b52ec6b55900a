import { expect, type Locator, type Page, test } from '@playwright/test'
import { ENTRY_HEADER } from '#contract/organisation/tenant-life.ts'
import { dismissToasts } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import type { Person } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const password = 'a password of mine'
const root: Person = { email: 'ruth@example.org', password, firstName: 'Ruth' }
const other: Person = { email: 'otto@example.net', password, firstName: 'Otto' }
const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ ORGANISATION: 'personal' })
})
test.afterAll(() => server.stop())

/** One of each that a page of an entered panel lists. @returns their ids by the parameter of the address that opens them */
async function fill(page: Page): Promise<Record<string, string>> {
  const asked = page.waitForRequest((request) => request.headers()['authorization']?.startsWith('Bearer ') ?? false)
  await page.reload()
  const headers = await (await asked).allHeaders()
  const send = async (path: string, data: object): Promise<string> => {
    const { authorization = '', apikey = '' } = headers
    const answer = await page.request.post(`${server.url}${path}`, { data, headers: { authorization, apikey } })
    const text = await answer.text()
    expect(answer.ok(), `${path} ${text}`).toBe(true)
    const read = (text === '' ? {} : JSON.parse(text)) as { id?: string } | string
    return typeof read === 'string' ? read : (read.id ?? '')
  }
  await send('/growth/v1/audiences', { name: 'Customers', rules: {} })
  await send('/growth/v1/forms', { title: 'News', lead: '', consent_text: 'Yes', tag: null, is_open: true })
  const contact = { email: 'ada@example.test', name: 'Ada', company: '', phone: '', tags: [], ground: null }
  await send('/rest/v1/rpc/add_scim_token', {
    called: 'Provider',
    hash_hex: 'a'.repeat(64),
    days: 30,
    with_mails: false,
  })
  await send('/invoicing/v1/requests', { kind: 'term', wanted: ['annual'], note: '' })
  const course = { title: 'Ours', summary: 'S', minutes: 5, lessons: [], questions: [], seen: 0 }
  const stream = { name: 'Elsewhere', address: 'https://1.1.1.1/', format: 'json', categories: [], least_risk: 'low' }
  await send('/streams/v1', { ...stream, ca: null, kind: 'webhook', from: 'now' })
  const me = (JSON.parse(atob((headers['authorization'] ?? '').split('.')[1] ?? '')) as { sub: string }).sub
  const mail = { subject: 'Hello', blocks: [], footer: 'F', reply_to: null, audience_id: null, per_hour: 500 }
  const review = { name: 'Yearly', due_on: inAMonth, scope: 'people', covers_roles: true, covers_spaces: true }
  const training = { course: 'phishing', is_for_everybody: true, people: [], due_on: inAMonth }
  await send('/growth/v1/contacts', contact)
  const read = async (path: string): Promise<unknown> => {
    const { authorization = '', apikey = '' } = headers
    return (await page.request.get(`${server.url}${path}`, { headers: { authorization, apikey } })).json()
  }
  const { contacts } = (await read('/growth/v1/contacts')) as { contacts: { id: string }[] }
  const { tiers } = (await read('/partners/v1/programme')) as { tiers: { id: string }[] }
  const deal = { title: 'Big', contact_name: 'Ada', contact_email: '', contact_company: 'Acme', stage_id: null }
  const partner = {
    company: 'Acme',
    contact_name: 'Ada',
    contact_email: 'ada@example.test',
    state: 'active',
    notes: '',
  }
  return {
    contact: contacts[0]?.id ?? '',
    deal: await send('/sales/v1/deals', { ...deal, amount_minor: null, closes_on: null, owner_id: null }),
    partner: await send('/partners/v1/partners', { ...partner, id: crypto.randomUUID(), tier_id: tiers[0]?.id }),
    newsletter: await send('/growth/v1/newsletters', mail),
    course: await send('/training/v1/own-courses', course),
    assignment: await send('/training/v1/assignments', training),
    review: await send('/reviews/v1/reviews', { ...review, reviewers: [me] }),
  }
}

async function enter(page: Page): Promise<void> {
  await openAdminPage(page, 'Tenants')
  await page.getByRole('button', { name: /^Open Otto/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Enter panel…' }).click()
  await dialog.getByLabel('Reason').fill('Ticket 4711')
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('60 minutes')
  await dialog.getByRole('button', { name: 'Enter panel', exact: true }).click()
  await expect(page.getByText(/^You are in Otto/).first()).toBeVisible()
}

/** Goes to an address without loading the page again, which would lock the vault. */
async function show(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await settle(page)
}

async function settle(page: Page): Promise<void> {
  // Requests of a press have begun by then; a refusal is heard whenever it comes.
  await page.waitForTimeout(120)
  await page
    .waitForFunction(() => document.querySelector('[aria-busy="true"]') === null, undefined, { timeout: 5000 })
    .catch(() => undefined)
}

const CONTROLS = 'button:visible, [role=menuitem]:visible, [role=tab]:visible'
const overlay = (page: Page): Locator =>
  page.locator('[role=dialog]:visible, [role=alertdialog]:visible, [role=menu]:visible').last()

async function namesIn(within: Locator): Promise<string[]> {
  return within
    .locator(CONTROLS)
    .evaluateAll((all) =>
      all
        .filter((one) => !(one as HTMLButtonElement).disabled && one.ariaDisabled !== 'true')
        .map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim()),
    )
}

async function press(within: Locator, name: string): Promise<boolean> {
  const all = within.locator(CONTROLS)
  const at = (
    await all.evaluateAll((list) => list.map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim()))
  ).indexOf(name)
  if (at < 0) return false
  return all
    .nth(at)
    .click({ timeout: 2000 })
    .then(
      () => true,
      () => false,
    )
}

async function closeAll(page: Page): Promise<void> {
  for (let left = 4; left > 0 && (await overlay(page).count()) > 0; left--) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(80)
  }
}

/** Presses everything at an address, and everything in what that opens. @param onPress hears what is pressed next */
async function pressAll(page: Page, address: string, onPress: (what: string) => void): Promise<string[]> {
  const main = page.getByRole('main')
  await show(page, address)
  const links = await main.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  for (const name of new Set(await namesIn(main))) {
    if (page.url() !== new URL(address, page.url()).href || (await overlay(page).count()) > 0) {
      await closeAll(page)
      await show(page, address)
    }
    onPress(name)
    if (!(await press(main, name))) continue
    await settle(page)
    if ((await overlay(page).count()) === 0) continue
    for (const inner of new Set(await namesIn(overlay(page)))) {
      if ((await overlay(page).count()) === 0) {
        onPress(name)
        await show(page, address)
        if (!(await press(main, name))) break
        await settle(page)
      }
      onPress(`${name} > ${inner}`)
      await press(overlay(page), inner)
      await settle(page)
    }
    await closeAll(page)
  }
  return links
}

test('no page within an entry offers what is refused there', async ({ page, browser }) => {
  test.setTimeout(600_000)
  await openPreparedVault(page, server.url, root)
  const theirs = await (await browser.newContext()).newPage()
  await openPreparedVault(theirs, server.url, other)
  const opened = await fill(theirs)
  await theirs.context().close()
  await enter(page)

  const navigation = page.getByRole('navigation', { name: 'Admin pages' })
  await expect(page.getByRole('link', { name: 'Tenants' })).toHaveCount(0)
  await expect(navigation.getByRole('link', { name: 'Billing' })).toBeVisible()
  await dismissToasts(page)
  const readPages = async () => {
    const links = navigation.getByRole('link')
    const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    return paths.filter((path) => path.startsWith('/admin/'))
  }
  // The navigation is made anew once the panel knows what the entry reaches.
  await expect.poll(async () => (await readPages()).length).toBeGreaterThan(8)
  const pages = await readPages()

  let pressed = ''
  const refused = new Set<string>()
  page.on('response', (answer) => {
    const request = answer.request()
    if (request.headers()[ENTRY_HEADER] === undefined) return
    if (answer.status() === 403) refused.add(`${pressed}: ${request.method()} ${new URL(request.url()).pathname}`)
  })
  const sayings = page.getByText(/From outside, this is not done|could not be loaded|could not be read/)
  for (const address of [
    ...pages,
    '/admin/reviews?tab=offboarding',
    `/admin/reviews?review=${opened['review']}`,
    `/admin/growth/sales?deal=${opened['deal']}`,
    `/admin/growth/partners?partner=${opened['partner']}`,
    `/admin/growth/marketing?contact=${opened['contact']}`,
    `/admin/growth/newsletters?newsletter=${opened['newsletter']}`,
    `/admin/training?assignment=${opened['assignment']}`,
    `/admin/training?course=${opened['course']}`,
    '/admin/training?tab=courses',
    '/admin/training?tab=exercises',
    '/admin/billing?tab=details',
    '/admin/billing?tab=invoices',
  ]) {
    const links = await pressAll(page, address, (what) => {
      pressed = `${address} ${what}`
    })
    for (const link of links) {
      if (/^\/(admin|dashboard)/.test(link) && !pages.includes(link.split('?')[0] ?? ''))
        refused.add(`${address} leads to ${link}`)
    }
    for (const saying of await sayings.allTextContents()) refused.add(`${pressed}: ${saying}`)
  }
  expect([...refused]).toEqual([])
})
