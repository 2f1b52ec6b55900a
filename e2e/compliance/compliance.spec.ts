import fs from 'node:fs'
import { expect, test } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere, dismissToasts } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { watchPage, dialogOf, expectOpenVault } from '../support/account/person.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('a visitor reads what is true, and downloads documents by keyboard', async ({ page }) => {
  const problems = watchPage(page)
  await page.goto(`${server.url}/compliance`)
  await expect(page).toHaveTitle('Compliance · QuantumShield')

  await expect(page.getByText('The operator has confirmed no record.')).toBeVisible()
  await page.getByText(/^\d examples that came with the software$/).click()
  const soc2 = page.getByRole('article', { name: 'SOC 2 Type II' })
  await expect(soc2.getByText('Example', { exact: true })).toBeVisible()
  await expect(soc2.getByText('December 31, 2025')).toBeVisible()
  await expect(
    page.getByRole('article', { name: 'ISO 27001:2013' }).getByText('Example', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText('Expired', { exact: true })).toHaveCount(0)
  for (const name of ['SOX', 'FIPS 140-2 Level 3', 'FedRAMP']) {
    await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible()
  }
  await expectAccessibleEverywhere(page)

  for (const [title, name, start] of [
    ['Evidence report', 'evidence-report.pdf', '%PDF-'],
    ['Control mapping, table', 'control-mapping.csv', '\uFEFFFramework'],
    ['Software bill of materials', 'sbom.json', '{\n "bomFormat": "CycloneDX"'],
  ] as const) {
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
    const arrives = page.waitForEvent('download')
    await row.getByRole('link', { name: `Download: ${title}` }).press('Enter')
    const download = await arrives
    expect(download.suggestedFilename()).toBe(name)
    expect(fs.readFileSync(await download.path(), 'utf8').startsWith(start)).toBe(true)
    await expect(row.getByText(/^Downloaded, [\d.]+ [KM]B\.$/)).toBeVisible()
  }
  await expectAccessible(page)
  expect(problems).toEqual([])
})

test('a document that cannot be made says why and what to do', async ({ page }) => {
  await page.goto(`${server.url}/compliance`)
  await page.route('**/compliance/documents/dpa-template.pdf', (route) => route.fulfill({ status: 500, body: '{}' }))
  const link = page.getByRole('link', { name: 'Download: Data processing agreement, template' })
  await expect(page.getByText('The operator has confirmed no record.')).toBeVisible()
  await link.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(
    'The document could not be made: the server answered 500. Nothing was saved; try again.',
  )
  await expectAccessible(page)

  await page.unroute('**/compliance/documents/dpa-template.pdf')
  const arrives = page.waitForEvent('download')
  await link.press('Enter')
  await arrives
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('requests go through the contact dialog with their subject, and reach a mailbox', async ({ page }) => {
  const problems = watchPage(page)
  await page.goto(`${server.url}/compliance`)
  await expect(page.getByRole('link', { name: 'Write to the compliance team' })).toHaveAttribute(
    'href',
    'mailto:support@localhost?subject=Compliance',
  )

  await page.getByRole('button', { name: 'Request a DPA' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Contact Us' })
  await dialog.getByLabel('Full Name').fill('Ada Example')
  await dialog.getByLabel('Email', { exact: true }).fill('ada@example.com')
  await expect(dialog.getByLabel('Message')).toHaveValue(/data processing agreement for signature/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send message' }).press('Enter')
  await expect(page.getByText('Message Sent Successfully')).toBeVisible()
  await expect(dialog).toBeHidden()

  await expect(async () => {
    const mails = (await (await page.request.get(`${server.url}/dev/mailbox.json`)).json()) as {
      to: string
      subject: string
    }[]
    expect(mails.some(({ to, subject }) => to === 'support@localhost' && subject.includes('Data processing'))).toBe(
      true,
    )
  }).toPass()
  expect(problems).toEqual([])
})

test('without JavaScript everything but the records is there, and documents are links', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${server.url}/compliance`)
  await expect(page.getByRole('heading', { level: 1, name: 'Compliance' })).toBeVisible()
  await expect(page.getByRole('link', { name: '/compliance/certifications' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'FedRAMP' })).toBeVisible()
  const arrives = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download: Control mapping, data' }).click()
  expect((await arrives).suggestedFilename()).toBe('control-mapping.json')
  await context.close()
})

test('an owner changes a record and uploads a certificate, and visitors see it', async ({ page, browser }) => {
  const problems = watchPage(page)
  await openPreparedVault(page, server.url, {
    email: 'owner@example.com',
    password: 'a long and quiet sentence',
    firstName: 'Olga',
  })
  await openAdminPage(page, 'Compliance')
  const row = page.getByRole('listitem').filter({ hasText: 'SOC 2 Type II' })
  await expect(row.getByText('Example', { exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)

  await page.getByRole('button', { name: 'Edit SOC 2 Type II' }).press('Enter')
  const sheet = dialogOf(page)
  await sheet.getByLabel('Issuer').fill('Example Auditors')
  await sheet.getByLabel('Valid from').fill('2026-06-01')
  await sheet.getByLabel('Valid until').fill('2026-05-31')
  await sheet.getByRole('button', { name: 'Save record' }).press('Enter')
  await expect(sheet.getByText('The last day is before the first.')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByLabel('Valid until').fill('2099-05-31')
  await sheet.getByRole('checkbox', { name: 'A report is available on request' }).press('Space')
  await sheet.getByRole('button', { name: 'Save record' }).press('Enter')
  await expect(page.getByText('Record saved')).toBeVisible()
  await expect(row.getByText('Self-assessed')).toBeVisible()

  const upload = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    await page.getByRole('button', { name: 'More for SOC 2 Type II' }).press('Enter')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: /certificate \(PDF\)/ }).press('Enter')
    await (await chooser).setFiles(file)
  }
  await upload({ name: 'soc2.pdf', mimeType: 'application/pdf', buffer: Buffer.from('not one') })
  await expect(page.getByText('A certificate is a PDF file of at most 2 MiB')).toBeVisible()
  await upload({ name: 'soc2.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 certificate') })
  await expect(row.getByText('Certificate uploaded')).toBeVisible()
  await dismissToasts(page)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${server.url}/compliance`)
  const card = visitor.getByRole('article', { name: 'SOC 2 Type II' })
  await expect(card.getByText('Certificate uploaded', { exact: true })).toBeVisible()
  await expect(card.getByText('Example Auditors')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Request the report: SOC 2 Type II' })).toBeVisible()
  const arrives = visitor.waitForEvent('download')
  await card.getByRole('link', { name: 'Open the certificate of SOC 2 Type II (PDF)' }).press('Enter')
  expect((await arrives).suggestedFilename()).toBe('certificate.pdf')
  await expectAccessibleEverywhere(visitor)
  await visitor.context().close()
  // The refused file, which the browser reports by itself.
  expect(problems.filter((problem) => !problem.includes('415'))).toEqual([])
})

test('a record is added and removed again, after a question', async ({ page }) => {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email', { exact: true }).fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a long and quiet sentence')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expectOpenVault(page)
  await openAdminPage(page, 'Compliance')
  await page.getByRole('button', { name: 'Add record' }).press('Enter')
  await dialogOf(page).getByLabel('Name').fill('ISO 27701')
  await dialogOf(page).getByRole('button', { name: 'Save record' }).press('Enter')
  const row = page.getByRole('listitem').filter({ hasText: 'ISO 27701' })
  await expect(row).toBeVisible()

  await page.getByRole('button', { name: 'More for ISO 27701' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Remove record' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove record' }).press('Enter')
  await expect(row).toHaveCount(0)
})

test('somebody without the permission gets neither the entry nor the page', async ({ page }) => {
  await openPreparedVault(page, server.url, {
    email: 'member@example.com',
    password: 'another long and quiet sentence',
    firstName: 'Max',
  })
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
})
