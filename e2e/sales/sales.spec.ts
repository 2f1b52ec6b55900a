import { expect, type Locator, type Page, test } from '@playwright/test'
import { dismissToasts, expectAccessibleEverywhere } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const columnOf = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) })

async function addDeal(page: Page, title: string, more: Record<string, string> = {}): Promise<void> {
  await page.getByRole('button', { name: 'Add deal' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a deal' })
  await dialog.getByLabel('Title').fill(title)
  for (const [label, value] of Object.entries(more)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: 'Add deal' }).click()
  await expect(dialog).toBeHidden()
}

async function middleOf(place: Locator): Promise<readonly [number, number]> {
  const box = await place.boundingBox()
  if (!box) throw new Error('it is not on the screen')
  return [box.x + box.width / 2, box.y + Math.min(box.height / 2, 60)]
}

/** The same by a finger, from the grip of a card. */
async function dragByTouch(page: Page, card: Locator, onto: Locator): Promise<void> {
  const [fromX, fromY] = await middleOf(card.locator('[data-grip]'))
  const [toX, toY] = await middleOf(onto)
  const browser = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [{ x: fromX, y: fromY }])
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await touch('touchMove', [{ x: fromX + (toX - fromX) * part, y: fromY + (toY - fromY) * part }])
  }
  await touch('touchEnd', [])
  await browser.detach()
}

/** Presses in the middle of one, and lets go in the middle of the other. */
async function drag(page: Page, what: Locator, onto: Locator): Promise<void> {
  await page.mouse.move(...(await middleOf(what)))
  await page.mouse.down()
  await page.mouse.move(...(await middleOf(onto)), { steps: 8 })
  await page.mouse.up()
}

test('who manages sales moves deals by mouse and keys, and writes quotes', async ({ browser }) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  await openAdminPage(page, 'Sales')
  await expect(page.getByText('No deals yet')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await test.step('deals are added to the first stage', async () => {
    await page.getByRole('button', { name: 'Add deal' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add a deal' })
    await dialog.getByLabel('Title').fill('A boat')
    await dialog.getByLabel('Amount in EUR').fill('12.345')
    await dialog.getByRole('button', { name: 'Add deal' }).click()
    await expect(dialog.getByText('Type a number with at most 2 decimals')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
    await addDeal(page, 'A boat', { 'Amount in EUR': '1200.50', Company: 'Engines' })
    await addDeal(page, 'Two oars')
    await expect(columnOf(page, 'New').getByRole('listitem')).toHaveCount(2)
    await expect(columnOf(page, 'New')).toContainText('€1,200.50')
    await expectAccessibleEverywhere(page)
  })

  await test.step('one is dragged to another stage, and taken back', async () => {
    const card = page.getByRole('listitem').filter({ hasText: 'A boat' })
    await drag(page, card, columnOf(page, 'Proposal'))
    await expect(columnOf(page, 'Proposal')).toContainText('A boat')
    // Letting go opened nothing.
    await expect(page.getByRole('dialog', { name: 'A boat' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(columnOf(page, 'New')).toContainText('A boat')
    await drag(page, card, columnOf(page, 'Proposal'))
    await expect(columnOf(page, 'Proposal')).toContainText('A boat')
  })

  await test.step('keys move as well, and keep the focus', async () => {
    await page.getByRole('button', { name: 'Move Two oars' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Move to Qualified' }).focus()
    await page.keyboard.press('Enter')
    await expect(columnOf(page, 'Qualified')).toContainText('Two oars')
    await expect(page.getByRole('button', { name: 'Open Two oars' })).toBeFocused()
  })

  await test.step('a deal is lost for a reason', async () => {
    await page.getByRole('button', { name: 'Move Two oars' }).click()
    await page.getByRole('menuitem', { name: 'Move to Lost' }).click()
    await page.getByLabel('Reason').fill('Bought a motor')
    await page.getByRole('button', { name: 'Move to Lost' }).click()
    await expect(columnOf(page, 'Lost')).toContainText('Two oars')
    await page.getByRole('button', { name: 'Open Two oars' }).click()
    await expect(page.getByRole('dialog', { name: 'Two oars' })).toContainText('Bought a motor')
    await page.keyboard.press('Escape')
  })
  await test.step('what somebody else stored meanwhile is shown, and not overwritten unseen', () => twoEditors(page))
  await test.step('the details have the score, tasks and notes', () => worksOn(page))
  await test.step('a quote is written, sent and downloaded', () => quotes(page))
  await test.step('what is expected, and the tasks of all deals, are tabs', async () => {
    await page.getByRole('tab', { name: 'Tasks' }).click()
    await expect(page.getByRole('list', { name: 'Open tasks' })).toContainText('Overdue')
    await expectAccessibleEverywhere(page)
    await page.getByRole('tab', { name: 'Forecast' }).click()
    await expect(page.getByRole('table', { name: 'Forecast' })).toContainText('€600.25')
    await expectAccessibleEverywhere(page)
  })
  await test.step('filters are in the address, and exactly what they show is exported', () => filters(page))
  await test.step('stages are renamed and ordered', () => stages(page))
  await test.step('on a phone there is one stage at a time', () => onPhone(page))
  await closeAll(ada)
})

async function twoEditors(page: Page): Promise<void> {
  const asked = page.waitForRequest(/\/sales\/v1\/deals\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Open A boat' }).click()
  const request = await asked
  const { authorization = '' } = request.headers()
  const sheet = page.getByRole('dialog', { name: 'A boat' })
  await sheet.getByRole('button', { name: 'Edit' }).click()
  await sheet.getByLabel('Company').fill('Analytical Engines')
  // Somebody with the same rights, elsewhere.
  const read = await page.request.get(request.url(), { headers: { authorization } })
  const { deal } = (await read.json()) as { deal: Record<string, unknown> }
  const kept = ['title', 'contact_name', 'contact_email', 'contact_company', 'closes_on', 'owner_id', 'version']
  const data = { ...Object.fromEntries(kept.map((name) => [name, deal[name]])), amount_minor: 130_000 }
  expect((await page.request.put(request.url(), { headers: { authorization }, data })).status()).toBe(200)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('Somebody else changed this deal')).toBeVisible()
  await expect(sheet.getByText('Amount: €1,300.00')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await sheet.getByRole('button', { name: 'Keep my entries' }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(sheet).toContainText('Analytical Engines')
  await expect(sheet).toContainText('€1,200.50')
}

async function worksOn(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'A boat' })
  await expect(sheet.getByText('predicts nothing')).toBeVisible()
  await sheet.getByRole('button', { name: 'Add task' }).click()
  await sheet.getByLabel('What is to be done').fill('Call Ada')
  await sheet.getByLabel('Due').fill('2024-01-02')
  await sheet.getByRole('button', { name: 'Add task' }).last().click()
  await expect(sheet.getByRole('region', { name: 'Tasks' })).toContainText('Overdue')
  await expect(sheet.getByRole('region', { name: 'Score' })).toContainText('Tasks are overdue')
  await sheet.getByRole('textbox', { name: 'Note', exact: true }).fill('Likes blue')
  await sheet.getByRole('button', { name: 'Add note' }).click()
  await expect(sheet.getByRole('list', { name: 'Notes' })).toContainText('Likes blue')
  await expect(sheet.getByRole('list', { name: 'Timeline' })).toContainText('Note added')
  await expectAccessibleEverywhere(page)
}

async function quotes(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'A boat' })
  await sheet.getByRole('button', { name: 'Add quote' }).click()
  await sheet.getByLabel('Item').fill('Boat')
  await sheet.getByLabel('Quantity').fill('1.5')
  await sheet.getByLabel('Unit price').fill('100.01')
  await sheet.getByLabel('Tax %').fill('19')
  await expect(sheet.getByText('€178.52')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await sheet.getByRole('button', { name: 'Save quote' }).click()
  const list = sheet.getByRole('list', { name: 'Quotes' })
  await expect(list).toContainText('Draft')
  await list.getByRole('button', { name: 'Mark as sent' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as sent' }).click()
  const name = `Q-${new Date().getUTCFullYear()}-0001`
  await expect(list).toContainText(name)
  const download = page.waitForEvent('download')
  await list.getByRole('button', { name: `Download ${name} as PDF` }).click()
  expect((await download).suggestedFilename()).toBe(`${name}.pdf`)
  await expect(sheet.getByRole('list', { name: 'Timeline' })).toContainText(`Quote ${name} sent`)
  await page.keyboard.press('Escape')
}

async function filters(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Pipeline' }).click()
  await expect(page.getByRole('region', { name: 'Overdue tasks' })).toContainText('Call Ada')
  await page.getByRole('searchbox', { name: 'Search title, contact, company' }).fill('boat')
  await expect(page).toHaveURL(/search=boat/)
  await expect(columnOf(page, 'Lost')).toContainText('No deals here')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await (await download).createReadStream()
  const text = (await file.toArray()).map(String).join('')
  expect(text).toContain('A boat')
  expect(text).not.toContain('Two oars')
  await page.goBack()
  await expect(columnOf(page, 'Lost')).toContainText('Two oars')
}

async function stages(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stages and settings' }).click()
  const sheet = page.getByRole('dialog', { name: 'Stages and settings' })
  await sheet.getByLabel('Name of stage 2').fill('Talks')
  await sheet.getByRole('button', { name: 'Move Talks up' }).click()
  await expectAccessibleEverywhere(page)
  await sheet.getByRole('button', { name: 'Save stages' }).click()
  await expect(sheet.getByLabel('Name of stage 1')).toHaveValue('Talks')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 3 }).first()).toContainText('Talks')
}

async function onPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await dismissToasts(page)
  const chooser = page.getByRole('group', { name: 'Stages' })
  await chooser.getByRole('button', { name: /^Proposal/ }).click()
  await expect(columnOf(page, 'Proposal')).toContainText('A boat')
  await expect(columnOf(page, 'Lost')).toHaveCount(0)
  const card = page.getByRole('listitem').filter({ hasText: 'A boat' }).last()
  await dragByTouch(page, card, chooser.getByRole('button', { name: /^Won/ }))
  await expect(columnOf(page, 'Proposal')).toContainText('No deals here')
  await chooser.getByRole('button', { name: /^Won/ }).click()
  await expect(columnOf(page, 'Won')).toContainText('A boat')
}
