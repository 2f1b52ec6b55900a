import { expect, type Page, test } from '@playwright/test'
import { promptOf, type OpenAiServer, startOpenAiServer } from '../../test/support/counterparts/openai-server.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { personIn } from '../support/sharing.ts'

let server: RunningServer
let model: OpenAiServer
test.beforeAll(async () => {
  server = await startServer({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
  model = await startOpenAiServer()
})
test.afterAll(async () => {
  await model.stop()
  await server.stop()
})

const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const open = async (page: Page, tab: string) => page.getByRole('tab', { name: tab, exact: true }).click()

const plan = {
  sections: [
    { heading: 'Why mail is not enough', points: ['copies'], words: 60 },
    { heading: 'How to begin', points: [], words: 60 },
  ],
}
const meta = { meta_description: 'How clinics share files.', suggested_tags: ['files', 'clinics'] }

function answerArticles(section: string, pieceMs: number): void {
  model.answer(({ response_format: form, ...body }) => {
    if (!form) return { text: section, pieceMs }
    const prompt = promptOf({ ...body })
    if (prompt.includes('sections in their order')) return { text: JSON.stringify(plan) }
    if (!prompt.includes('posts to write')) return { text: JSON.stringify(meta) }
    const numbers = [...prompt.matchAll(/^(\d+)\. \((\S+)\)/gm)]
    const posts = numbers.map(([, number, day]) => ({
      number: Number(number),
      content: `A step for ${day}.`,
      hashtags: ['files'],
      cta: 'Read it',
      visual_suggestion: 'A lock',
    }))
    return { text: JSON.stringify({ posts }) }
  })
}

test('the studio plans without a model, and writes with one', async ({ browser }) => {
  const { page } = await personIn(browser, server.url, 'ada')
  await page.getByRole('link', { name: 'AI Studio' }).click()

  await test.step('a title is asked for, and without a model there is a brief', async () => {
    await open(page, 'Content')
    await expect(page.getByText('A brief has sections, questions and checks')).toBeVisible()
    await page.getByRole('button', { name: 'Generate Content' }).click()
    await expect(toast(page, 'Please enter a title').first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Title' }).fill('Share files with your doctor')
    await page.getByRole('textbox', { name: 'Target Keyword' }).fill('secure file sharing')
    await page.getByRole('button', { name: 'Generate Content' }).click()
    await expect(toast(page, 'Content Generated')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue(/> No language model: brief/)
    await expectAccessibleEverywhere(page)
  })

  await test.step('a model is connected, looked at and chosen', async () => {
    await open(page, 'Models')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Provider').selectOption('OpenAI-compatible server')
    await dialog.getByRole('textbox', { name: 'Address' }).fill(model.url)
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByRole('list', { name: 'Connections' })).toContainText('Active')
    await page.getByLabel('Text model').selectOption('tiny-1 (OpenAI-compatible server)')
    await page.getByRole('textbox', { name: 'Tokens a month, all together' }).fill('1,000,000')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Settings saved')).toBeVisible()
    await expectAccessibleEverywhere(page)
  })

  await test.step('a text is written section by section, and keeps its label', async () => {
    answerArticles('Mail leaves copies on every server that it passes. Nobody can take them back later.', 60)
    await open(page, 'Content')
    await page.getByRole('button', { name: 'Share files with your doctor' }).click()
    await page.getByRole('button', { name: 'Generate again' }).click()
    await expect(page.getByText('Section 1 of 2: Why mail is not enough')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await expect(toast(page, 'Content Generated').last()).toBeVisible()
    await expect(page.getByText('Text written by model tiny-1. Read it')).toBeVisible()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download Markdown' }).click()
    expect((await file).suggestedFilename()).toBe('share-files-with-your-doctor.md')
  })

  await test.step('Escape stops a text, and what came is a version', async () => {
    answerArticles('word '.repeat(300), 40)
    await page.getByRole('button', { name: 'Generate again' }).click()
    await expect(page.getByText(/word word word/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(toast(page, 'Stopped')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Versions' })).toContainText('broke off')
  })

  await test.step('a calendar is made, changed and saved as a file', async () => {
    answerArticles('', 0)
    await open(page, 'Social')
    await page.getByRole('button', { name: 'Generate 30-Day Calendar' }).click()
    await expect(toast(page, 'Please enter some topics').first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Topics' }).fill('file sharing, keys')
    await page.getByRole('textbox', { name: 'Month' }).fill('2028-02')
    for (const name of ['LinkedIn', 'Twitter']) await page.getByRole('checkbox', { name }).click()
    await page.getByRole('button', { name: 'Generate 30-Day Calendar' }).click()
    await expect(toast(page, 'Please select at least one platform')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Twitter' }).click()
    await page.getByRole('button', { name: 'Generate 30-Day Calendar' }).click()
    await expect(toast(page, 'Created 29 social media posts')).toBeVisible()
    await page.getByRole('button', { name: 'Open the post for Twitter on 2028-02-03' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Content' }).fill('x'.repeat(300))
    await expect(dialog.getByText('308 characters; this platform takes 280')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Content' }).fill('My own words.')
    await dialog.getByRole('checkbox', { name: 'It is published' }).click()
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Save post' }).click()
    await expect(page.getByRole('table', { name: 'Posts' })).toContainText('My own words.')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect((await file).suggestedFilename()).toBe('social-calendar-2028-02.csv')
  })

  await test.step('figures are those of what was asked', async () => {
    await open(page, 'Analytics')
    const figures = page.getByRole('region', { name: 'Figures' })
    await expect(figures).toContainText('Total Requests')
    await expect(page.getByRole('table', { name: 'Most Used Endpoints' })).toContainText('content.section')
    await expectAccessibleEverywhere(page)
  })
})
