import fs from 'node:fs'
import { expect, test } from '@playwright/test'
import {
  type AskedChat,
  promptOf,
  type OpenAiServer,
  startOpenAiServer,
} from '../../test/support/counterparts/openai-server.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { personIn } from '../support/sharing.ts'
import { connectModel, openTab, toast } from '../support/studio.ts'

let server: RunningServer
let model: OpenAiServer
test.beforeAll(async () => {
  server = await startServer({ OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' })
  model = await startOpenAiServer()
  model.models.push('qwen3:8b')
})
test.afterAll(async () => {
  await model.stop()
  await server.stop()
})

const plan = {
  sections: [
    { heading: 'Why mail is not enough', points: ['copies'], words: 60 },
    { heading: 'How to begin', points: [], words: 60 },
  ],
}
const SECTION = 'Mail leaves copies on every server that it passes. Nobody can take them back later.'
const meta = { meta_description: 'How clinics share files.', suggested_tags: ['files', 'clinics'] }

/** Plans and writes articles and posts. `section`: the text of each section. */
const articles =
  (section: string, pieceMs = 0) =>
  ({ response_format: form, ...body }: AskedChat): { text: string; pieceMs?: number } => {
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
  }

test('the studio plans without a model, and writes with one', async ({ browser }) => {
  const { page } = await personIn(browser, server.url, 'ada')
  await page.getByRole('link', { name: 'AI Studio' }).click()

  await test.step('a title is asked for, and without a model there is a brief', async () => {
    await openTab(page, 'Content')
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
    await connectModel(page, model)
    await expectAccessibleEverywhere(page)
  })

  await test.step('a text is written section by section, and keeps its label', async () => {
    model.answer(articles(SECTION, 60))
    await openTab(page, 'Content')
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
    model.answer(articles('word '.repeat(300), 40))
    await page.getByRole('button', { name: 'Generate again' }).click()
    await expect(page.getByText(/word word word/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(toast(page, 'Stopped')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Versions' })).toContainText('broke off')
  })

  await test.step('a provider that is cut in the middle leaves a part, and only the missing section is written then', async () => {
    let texts = 0
    model.answer((body) => {
      if (!body.response_format) texts += 1
      return texts === 2 && !body.response_format ? { cutAfter: 'It begins with a ' } : articles(SECTION)(body)
    })
    await page.getByRole('button', { name: 'Generate again' }).click()
    await expect(page.getByText('broke off. What was written is kept as a version.')).toBeVisible()
    await expect(page.getByText('The writing stopped in section 2 of 2: How to begin.')).toBeVisible()
    await expectAccessibleEverywhere(page)
    model.answer(articles(SECTION))
    await page.getByRole('button', { name: 'Continue from section 2' }).click()
    await expect(page.getByText('The writing stopped')).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue(
      /## Why mail is not enough\s+Mail leaves[\s\S]+## How to begin\s+Mail leaves/,
    )
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download record' }).click()
    const { statement } = JSON.parse(fs.readFileSync(await (await file).path(), 'utf8')) as { statement: string }
    expect(JSON.parse(statement)).toMatchObject({ model: 'tiny-1' })
  })

  await test.step('a selection is rewritten next to its text, by keyboard, and replaced when a person says so', async () => {
    const short = 'Mail leaves copies, and nobody takes them back.'
    model.answer({ text: short, pieceMs: 30 })
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.evaluate((field: HTMLTextAreaElement, passage) => {
      const from = field.value.indexOf(passage)
      field.focus()
      field.setSelectionRange(from, from + passage.length)
    }, SECTION)
    await expect(page.getByRole('button', { name: 'Rewrite selection' })).toBeEnabled()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('region', { name: 'Rewrite a passage' })
    await expect(panel).toBeFocused()
    await panel.getByRole('button', { name: 'See what leaves' }).click()
    await expect(page.getByRole('dialog', { name: 'What leaves' })).toContainText(SECTION)
    await page.keyboard.press('Escape')
    await panel.getByRole('button', { name: 'Shorter' }).click()
    await expect(panel.getByRole('button', { name: 'Replace the original' })).toBeVisible()
    await expect(panel).toContainText(short)
    await expect(text).not.toHaveValue(new RegExp(short))
    await expectAccessibleEverywhere(page)
    await panel.getByRole('button', { name: 'Replace the original' }).click()
    await expect(text).toHaveValue(new RegExp(`## Why mail is not enough\\s+${short}`))
    await expect(page.getByRole('region', { name: 'Versions' })).toContainText('passage rewritten by tiny-1')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download record' }).click()
    const { statement } = JSON.parse(fs.readFileSync(await (await file).path(), 'utf8')) as { statement: string }
    expect(JSON.parse(statement)).toMatchObject({ model: 'tiny-1' })
    expect(JSON.parse(statement)).toHaveProperty('rewrites.from')
    await text.focus()
    await page.keyboard.press('Control+z')
    await expect(text).not.toHaveValue(new RegExp(short))
    await openTab(page, 'Social')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Draft saved').last()).toBeVisible()
  })

  await test.step('a calendar is made, changed and saved as a file', async () => {
    model.answer(articles(''))
    await openTab(page, 'Social')
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

  await test.step('the overview names the family of models that is set up', async () => {
    await openTab(page, 'Overview')
    await expect(page.getByRole('list', { name: 'Model families on this server' })).toHaveText('Qwen 3')
  })

  await test.step('figures are those of what was asked', async () => {
    await openTab(page, 'Analytics')
    const figures = page.getByRole('region', { name: 'Figures' })
    await expect(figures).toContainText('Total Requests')
    await expect(page.getByRole('table', { name: 'Most Used Endpoints' })).toContainText('Content: section of a text')
    await expect(page.getByRole('listitem').filter({ hasText: /^Cancelled1$/ })).toHaveCount(1)
    await expect(page.getByRole('listitem').filter({ hasText: /^Answer broke off1$/ })).toHaveCount(1)
    await expectAccessibleEverywhere(page)
  })
})
