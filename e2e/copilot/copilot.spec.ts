import { expect, test } from '@playwright/test'
import { isInstalled } from '#server/embeddings/minilm.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { watchPage } from '../support/account/person.ts'
import { openPreparedVault } from '../support/account/prepared-person.ts'
import { type RunningServer, startServer } from '../support/server.ts'

const password = 'a long and quiet sentence'
let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('a question is answered from the documentation, and names of files leave for nobody', async ({ page }) => {
  test.skip(!isInstalled(), 'the embeddings are not installed: npm run studio')
  const problems = watchPage(page)
  const sent: string[] = []
  page.context().on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  await openPreparedVault(page, server.url, { email: 'ada@example.org', password, firstName: 'Ada' })
  const [name, inSpace] = ['Mietvertrag-Bergstrasse.txt', 'Gehalt-Bergstrasse.csv']
  const store = async (file: string) => {
    const given = { name: file, mimeType: 'text/plain', buffer: Buffer.from('1') }
    await page.locator('input[type=file]').first().setInputFiles(given)
    await expect(page.getByText(file).first()).toBeVisible()
  }
  await store(name)
  await page.getByRole('link', { name: 'Team spaces' }).click()
  await page.getByRole('button', { name: 'New space' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Board')
  await page.getByRole('button', { name: 'Create space' }).click()
  await expect(page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible()
  await store(inSpace)
  await page.getByRole('link', { name: 'My Files', exact: true }).click()

  // The badge comes with the first answer of the embeddings.
  test.setTimeout(360_000)
  await expect(page.getByRole('button', { name: 'AI Copilot Active' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'AI Copilot Active' }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'AI Copilot' })
  await panel.getByLabel('Your question').fill('Where is our lease?')
  await page.keyboard.press('Enter')
  // Questions wait for their turn with the passages of the documentation: a second on a quiet machine.
  const answered = { timeout: 120_000 }
  await expect(panel.getByRole('button', { name })).toBeVisible(answered)
  await panel.getByLabel('Your question').fill('Show me the payroll')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('button', { name: `${inSpace} in “Board”` })).toBeVisible(answered)
  await panel.getByLabel('Your question').fill('I deleted a file and want it back')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('listitem').first()).toContainText(/trash/i, answered)
  await expectAccessibleEverywhere(page)
  expect(sent.some((text) => text.includes('Show me the payroll'))).toBe(true)
  expect(sent.filter((text) => /Mietvertrag|Gehalt|Bergstrasse/.test(text))).toEqual([])
  await panel
    .getByRole('link', { name: /Restore something from the trash/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/dashboard\/help#trash$/)
  await expect(panel).toBeHidden()

  await page.getByRole('button', { name: 'AI Copilot Active' }).click()
  await panel.getByLabel('Your question').fill('How do I bake sourdough bread?')
  await page.keyboard.press('Enter')
  // The server says so once it has read everything: seconds on a quiet machine.
  await expect(panel).toContainText('The documentation says nothing about that.', { timeout: 240_000 })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'AI Copilot Active' })).toBeFocused()
  expect(problems).toEqual([])
})
