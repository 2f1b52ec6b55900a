import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { chooseFiles } from '../support/account/person.ts'
import { makeLink } from '../support/sharing.ts'
import { type Stage, makeFile, newPerson, openStage, rowOf, startDownload, storedNews } from '../support/transfers.ts'

let stage: Stage
test.beforeAll(async () => {
  stage = await openStage()
})
test.afterAll(() => stage.stop())

/** Its name begins with what it shows; the button of a narrow window, where the look for violations just was, has the end of it alone. */
const dropZone = (page: Page) => page.getByRole('button', { name: /. Choose files to upload$/ })
const toast = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true })
const isUpload = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.includes('/object/encrypted-files/')

/** The four figures, by their labels. */
async function expectFigures(page: Page, wanted: Record<string, string>): Promise<void> {
  const summary = page.getByLabel('Summary')
  await expect(summary.getByRole('term')).toHaveText(Object.keys(wanted))
  for (const [label, figure] of Object.entries(wanted)) {
    const cell = summary.locator('div', { has: page.getByRole('term').filter({ hasText: label }) })
    await expect(cell.getByRole('definition').first()).toHaveText(figure)
  }
}

test('the tabs, the figures and the drop zone follow as files come and are shared', async ({ page }) => {
  // The first member of an organisation may read its log.
  await newPerson(page, stage.gate.url)
  const tabs = page.getByRole('tablist', { name: 'Views of the dashboard' }).getByRole('tab')
  await expect(tabs).toHaveText(['Files', 'Documents', 'Shared', 'Activity', 'Audit Logs', 'Settings'])
  await expectFigures(page, {
    'Total Files': '0',
    'Quantum Encrypted': '0',
    'Shared Files': '0',
    'Security Score': '75%',
  })
  await page.getByRole('button', { name: 'Details of the figures' }).click()
  await expect(page.getByLabel('Summary').getByText('Quantum-Safe Protected')).toBeVisible()
  await expect(page.getByText('No files found')).toBeVisible()
  await expect(page.getByText('Upload your first file to get started')).toBeVisible()
  const zone = dropZone(page)
  await expect(zone).toContainText('Quantum Secure Upload')
  await expect(zone).toContainText('Drag & drop files here, or click to select')
  for (const badge of ['256-bit Encryption', 'Zero-Knowledge', 'Max 100MB'])
    await expect(zone.getByText(badge, { exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)

  await test.step('files that hang over the page', async () => {
    await drag(page, 'dragenter')
    await expect(zone).toContainText('Drop files here')
    await drag(page, 'dragleave')
    await expect(zone).toContainText('Drag & drop files here, or click to select')
  })
  await test.step('an upload', async () => {
    const letGo = stage.gate.holdRequests(isUpload)
    await chooseFiles(page, makeFile(stage.folder, 'Letter.pdf', 1536))
    await expect(zone).toContainText('Encrypting and uploading...')
    letGo()
    await expect(storedNews(page, 'Letter.pdf has been encrypted and uploaded securely')).toBeVisible()
    const row = rowOf(page, 'Letter.pdf')
    await expect(row).toContainText('1.50 KB')
    await expect(row.getByText('Only you', { exact: true })).toBeVisible()
    await expect(row.getByText('Just now')).toBeVisible()
    await expect(row.getByTitle(/^Added /)).toBeVisible()
    await expectFigures(page, {
      'Total Files': '1',
      'Quantum Encrypted': '1',
      'Shared Files': '0',
      'Security Score': '75%',
    })
  })
  await test.step('a download, which is the last access', async () => {
    await startDownload(page, 'Letter.pdf')
    await expect(toast(page, 'Download Complete')).toContainText('Letter.pdf has been decrypted and downloaded')
    await expect(rowOf(page, 'Letter.pdf').getByTitle(/^Opened /)).toBeVisible()
  })
  await test.step('a link', async () => {
    await page.getByRole('button', { name: 'Share Letter.pdf', exact: true }).click()
    await makeLink(page, {})
    await expect(toast(page, 'File Shared')).toContainText('Letter.pdf sharing status updated')
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'Letter.pdf').getByText(/^Link, \d+ days left$/)).toBeVisible()
    await expectFigures(page, {
      'Total Files': '1',
      'Quantum Encrypted': '1',
      'Shared Files': '1',
      'Security Score': '75%',
    })
    await page.getByRole('button', { name: 'More actions for Letter.pdf' }).click()
    await page.getByRole('menuitem', { name: 'Stop sharing' }).click()
    await page.getByRole('button', { name: 'Stop sharing' }).click()
    await expect(toast(page, 'File Unshared')).toContainText('Letter.pdf sharing status updated')
    await expect(rowOf(page, 'Letter.pdf').getByText('Only you', { exact: true })).toBeVisible()
  })
  await test.step('a search that finds nothing, and one in other letters', async () => {
    const search = page.getByPlaceholder('Search encrypted files...').first()
    await search.fill('bill')
    await expect(page.getByText('No files found')).toBeVisible()
    await expect(page.getByText('No files match your search')).toBeVisible()
    await search.fill('ETTER')
    await expect(rowOf(page, 'Letter.pdf')).toBeVisible()
    await search.fill('')
  })
  await test.step('a deletion for good', async () => {
    await page.getByRole('button', { name: 'Delete Letter.pdf' }).click()
    await page.getByRole('link', { name: 'Trash' }).click()
    await page.getByRole('button', { name: 'Delete Letter.pdf for good' }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await expect(toast(page, 'File Deleted')).toContainText('Letter.pdf has been permanently deleted')
  })
})

test('while the roles are on their way, the log says so and shows nothing', async ({ page }) => {
  const { password } = await newPerson(page, stage.gate.url)
  const tabs = page.getByRole('tablist', { name: 'Views of the dashboard' }).getByRole('tab')
  await expect(tabs).toHaveText(['Files', 'Documents', 'Shared', 'Activity', 'Settings'])

  const letGo = stage.gate.holdAnswers(({ path }) => path.includes('/rpc/get_user_roles'))
  await page.goto(`${stage.gate.url}/dashboard?tab=audit-logs`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Loading permissions...')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Security Audit Logs' })).toHaveCount(0)
  letGo()
  await expect(page.getByText("You don't have permission to access this feature. Required role(s): ")).toBeVisible()
})

/** What the browser tells a page while files from the desktop hang over it. */
async function drag(page: Page, kind: 'dragenter' | 'dragleave'): Promise<void> {
  await page.evaluate((type) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'x.txt'))
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }, kind)
}
