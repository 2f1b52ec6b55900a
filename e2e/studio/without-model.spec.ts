import fs from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { dialogOf } from '../support/account/person.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn } from '../support/sharing.ts'
import { openTab, toast } from '../support/studio.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const SOURCE = 'A secure link for file sharing ends by itself after 30 days. Every file is sealed before it is shared.'
const QUOTE = 'A secure link for file sharing ends by itself after 30 days.'

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  return { name: download.suggestedFilename(), text: fs.readFileSync(await download.path(), 'utf8') }
}

test('each tab does its work without a model, from the first field to the file', async ({ browser }) => {
  test.setTimeout(300_000)
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  await page.getByRole('link', { name: 'AI Studio' }).click()

  await test.step('each tool leads to its tab, and no family of models is named', async () => {
    for (const [card, address] of [
      ['SEO Workspace', 'seo'],
      ['Content Studio', 'content'],
      ['Social Scheduler', 'social'],
    ] as const) {
      await page.getByRole('region', { name: 'Tools' }).getByRole('link', { name: card }).click()
      await expect(page).toHaveURL(new RegExp(`/ai-studio/${address}$`))
      await openTab(page, 'Overview')
    }
    await expect(page.getByText('Powered by open machine-learning models')).toHaveCount(0)
    await expectAccessibleEverywhere(page)
  })

  await test.step('a text of the organisation becomes a fact card', async () => {
    await openTab(page, 'Content')
    await page.getByRole('button', { name: 'Sources' }).click()
    const sheet = page.getByRole('dialog', { name: 'Sources' })
    await sheet.getByRole('button', { name: 'Paste a text' }).click()
    const form = page.getByRole('dialog', { name: 'Paste a text' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Guide of links')
    await form.getByRole('textbox', { name: 'Text' }).fill(SOURCE)
    await form.getByRole('button', { name: 'Add source' }).click()
    await expect(toast(page, 'Source added: 2 sentences')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a brief is made, takes a quotation with its source, and is compared and downloaded', async () => {
    await page.getByRole('textbox', { name: 'Title' }).fill('Secure file sharing by a link')
    await page.getByRole('textbox', { name: 'Outline' }).fill('How a secure link ends\nWho opens a shared file')
    await page.getByRole('textbox', { name: 'Target Keyword' }).fill('secure file sharing')
    await page.getByRole('button', { name: 'Generate Content' }).click()
    await expect(toast(page, 'Content Generated')).toBeVisible()
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await expect(text).toHaveValue(/> No language model: brief/)
    const facts = page.getByRole('list', { name: 'Facts for How a secure link ends' })
    await facts.getByRole('button', { name: `Insert “${QUOTE}”` }).click()
    await expect(text).toHaveValue(
      /\n> “A secure link for file sharing ends by itself after 30 days\.”\n>\n> Source: Guide of links, line 1\n/,
    )
    await expect(page.getByRole('region', { name: 'Checks' })).toContainText('Passed:Keyword in the title')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Draft saved')).toBeVisible()
    const versions = page.getByRole('region', { name: 'Versions' })
    await versions.getByRole('button', { name: 'Compare version 1 with the editor' }).click()
    await expect(page.getByRole('dialog', { name: 'From version 1 to the text in the editor' })).toContainText(QUOTE)
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')
    const { name, text: markdown } = await saved(page, 'Download Markdown')
    expect(name).toBe('secure-file-sharing-by-a-link.md')
    expect(markdown).toContain(QUOTE)
    await expect(page.getByRole('button', { name: 'Download record' })).toHaveCount(0)
  })

  await test.step('a month is planned with prompts; a post is moved by keyboard, written, and marked as published', async () => {
    await openTab(page, 'Social')
    await page.getByRole('textbox', { name: 'Topics' }).fill('file sharing, keys')
    await page.getByRole('textbox', { name: 'Month' }).fill('2028-02')
    await page.getByRole('button', { name: 'Generate 30-Day Calendar' }).click()
    await expect(toast(page, 'Created 29 social media posts')).toBeVisible()
    await expectAccessibleEverywhere(page)
    const post = (day: string) => page.getByRole('button', { name: new RegExp(`Open the post for \\w+ on ${day}`) })
    await post('2028-02-10').first().focus()
    await page.keyboard.press('Alt+ArrowRight')
    await expect(post('2028-02-11')).toHaveCount(2)
    await expect(post('2028-02-10')).toHaveCount(0)
    await post('2028-02-03').click()
    const dialog = dialogOf(page)
    await dialog.getByRole('textbox', { name: 'Content' }).fill('Words of our own, ready for the world.')
    await dialog.getByRole('checkbox', { name: 'It is published' }).click()
    await dialog.getByRole('button', { name: 'Save post' }).click()
    await expect(toast(page, 'Post saved')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Calendars' })).toContainText('29 posts, 1 published')
    const csv = await saved(page, 'Download CSV')
    expect(csv.name).toBe('social-calendar-2028-02.csv')
    expect(csv.text).toContain('Words of our own')
    const ics = (await saved(page, 'Download calendar file')).text
    // Lines are folded at 75 bytes.
    expect(ics.replaceAll('\r\n ', '')).toMatch(/^BEGIN:VCALENDAR[\s\S]*Words of our own/)
  })

  await test.step('nothing was asked of a model, and the figures say so', async () => {
    await openTab(page, 'Analytics')
    await expect(page.getByText('No requests yet')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Figures' })).toContainText('Total Requests0')
    await expectAccessibleEverywhere(page)
  })
  expect(ada.problems).toEqual([])
  await closeAll(ada)
})
