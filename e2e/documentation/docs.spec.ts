import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from '../support/accessible.ts'
import { openAdminPage } from '../support/admin.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('who manages growth writes a guide, publishes it in place of a built one, and takes it back', async ({
  browser,
}) => {
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  await openAdminPage(page, 'Documentation')
  await expect(page.getByText('No guides of your own yet')).toBeVisible()
  await expectAccessibleEverywhere(page)
  const text = page.getByRole('textbox', { name: 'Text in Markdown' })

  await test.step('a guide begins with a title, which makes its address', async () => {
    await page.getByRole('button', { name: 'New guide' }).click()
    const dialog = page.getByRole('dialog', { name: 'New guide' })
    await dialog.getByLabel('Title').fill('How we work')
    await expect(dialog.getByLabel('Address')).toHaveValue('how-we-work')
    await dialog.getByLabel('Address').fill('Not an address')
    await dialog.getByRole('button', { name: 'Write it' }).click()
    await expect(dialog.getByText('Use small letters')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await dialog.getByLabel('Address').fill('how-we-work')
    await dialog.getByRole('button', { name: 'Write it' }).click()
    await expect(text).toBeVisible()
  })

  await test.step('what is typed is drawn beside it and saves itself', async () => {
    await text.fill('## Begin\n\nUse **this** first.\n\n<script>alert(1)</script>\n\n| a | b |\n| - | - |\n| 1 | 2 |')
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview.getByRole('heading', { name: 'Begin' })).toBeVisible()
    await expect(preview).toContainText('<script>alert(1)</script>')
    await page.getByLabel('Description').fill('What is done where.')
    await page.getByRole('combobox', { name: 'Replaces' }).selectOption({ label: 'Quick start' })
    await expect(page.getByText('Draft saved')).toBeVisible()
    await expectAccessibleEverywhere(page)
  })

  await test.step('it is published with a note, and read instead of the built one', async () => {
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page.getByLabel('What changed').fill('The first text')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('The first text')).toBeVisible()
    const reader = await page.context().newPage()
    await reader.goto(`${server.url}/documentation/quick-start`)
    await expect(reader).toHaveURL(/\/documentation\/own\/how-we-work$/)
    await expect(reader.getByText(/Written by .+, version 1 of/)).toBeVisible()
    await expectAccessible(reader)
    await reader.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(reader)
    await reader.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(reader)
    await reader.goto(`${server.url}/documentation`)
    await expect(reader.getByRole('main').getByRole('link', { name: 'How we work' })).toBeVisible()
    await reader.getByRole('searchbox').fill('begin use this')
    await expect(reader.getByRole('link', { name: /How we work: Begin/ })).toBeVisible()
    await reader.close()
  })

  await test.step('somebody else’s text is shown before it is saved over', () => twoEditors(page))

  await test.step('versions are compared and restored', async () => {
    await page.getByRole('button', { name: 'Compare version 1 with the draft' }).click()
    await expect(page.getByRole('dialog', { name: 'Version 1 compared' })).toContainText('Mine')
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Make version 1 the draft' }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).last().click()
    await expect(text).toHaveValue(/Use \*\*this\*\* first/)
  })

  await test.step('unpublishing takes its address, and brings the built guide back', async () => {
    await page.getByRole('button', { name: 'Unpublish…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Unpublish this guide' })
    await dialog.getByRole('button', { name: 'Unpublish' }).click()
    await dialog.getByLabel('Type how-we-work to confirm').fill('how-we-work')
    await dialog.getByRole('button', { name: 'Unpublish' }).click()
    await expect(dialog).toBeHidden()
    const response = await page.request.get(`${server.url}/documentation/quick-start`, {
      headers: { accept: 'text/html' },
    })
    expect(response.url()).toBe(`${server.url}/documentation/quick-start`)
  })
  await closeAll(ada)
})

async function twoEditors(page: Page): Promise<void> {
  const text = page.getByRole('textbox', { name: 'Text in Markdown' })
  const saved = page.waitForRequest(
    (request) => request.method() === 'PUT' && /\/guides\/[0-9a-f-]{36}$/.test(request.url()),
  )
  await text.fill('## Begin\n\nUse this.')
  const request = await saved
  await expect(page.getByText('Draft saved')).toBeVisible()
  // Somebody with the same rights, elsewhere.
  const { authorization = '' } = request.headers()
  const draft = request.postDataJSON() as { seen: number }
  const data = { ...draft, body: '## Begin\n\nTheirs', seen: draft.seen + 1 }
  expect((await page.request.put(request.url(), { headers: { authorization }, data })).status()).toBe(200)
  await text.fill('## Begin\n\nMine')
  await expect(page.getByText('has saved this guide meanwhile')).toBeVisible()
  await expect(page.getByText('Theirs', { exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Keep mine and save it' }).click()
  await expect(page.getByText('Draft saved')).toBeVisible()
  await expect(text).toHaveValue('## Begin\n\nMine')
}
