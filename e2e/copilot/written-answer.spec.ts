import { type Page, expect, test } from '@playwright/test'
import { isInstalled } from '#server/embeddings/minilm.ts'
import { promptOf, type OpenAiServer, startOpenAiServer } from '../../test/support/counterparts/openai-server.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn, type Tab } from '../support/sharing.ts'
import { connectModel, openTab, saveSettings } from '../support/studio.ts'

test.skip(!isInstalled(), 'the embeddings are not installed: npm run studio')

/** Until the embeddings answer for the first time, on a busy machine. */
const STARTING_MS = 60_000
const QUESTION = 'I deleted a file and want it back'
const OTHER = 'How do I share a file with a customer?'

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

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'AI Copilot' })
const writtenIn = (page: Page) => page.getByRole('region', { name: 'Text written by model tiny-1' })

async function ask(page: Page, question: string): Promise<void> {
  // Behind the panel, the page has no roles.
  if (!(await panelOf(page).isVisible())) {
    await page.getByRole('button', { name: 'AI Copilot Active' }).click({ timeout: STARTING_MS })
  }
  await panelOf(page).getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
  // The first questions have their passages read while the rest is: a second on a quiet machine.
  await expect(panelOf(page).getByRole('listitem').first()).toBeVisible({ timeout: 2 * STARTING_MS })
}

const write = (page: Page) => panelOf(page).getByRole('button', { name: 'Write an answer' })
const toDashboard = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(panelOf(page)).toBeHidden()
}

test('an answer is written from the quotes when it is asked for, and what breaks off keeps what came', async ({
  browser,
}) => {
  test.setTimeout(8 * STARTING_MS)
  const ada = await personIn(browser, server.url, 'ada')
  const { page } = ada
  page.setDefaultTimeout(60_000)
  let bob: Tab | undefined

  await test.step('without a model there are quotes alone', async () => {
    await ask(page, QUESTION)
    await expect(panelOf(page).getByRole('listitem').first()).toContainText(/trash/i)
    await expect(write(page)).toHaveCount(0)
    await close(page)
  })

  await test.step('with a model, nothing leaves before it is asked for', async () => {
    await page.getByRole('link', { name: 'AI Studio' }).click()
    await connectModel(page, model)
    await toDashboard(page)
    await ask(page, QUESTION)
    await expect(panelOf(page)).toContainText('go to the language model tiny-1 (OpenAI-compatible server)')
    await expectAccessibleEverywhere(page)
    expect(model.chats).toEqual([])
  })

  await test.step('each sentence names its quote, and one that names none is left out', async () => {
    model.answer({ text: 'Open the trash [1]. Press Restore [1, 2]. I know better.', pieceMs: 40 })
    await write(page).click()
    const text = writtenIn(page)
    await expect(text).toContainText('Open the trash. [1] Press Restore. [1][2]')
    await expect(text).toContainText('1 sentence named no quote and was left out.')
    await expect(text).not.toContainText('I know better')
    const first = page.locator('#copilot-passage-1')
    const title = /^1\. ([^\n:]+)/.exec(await first.innerText())?.[1] ?? ''
    await text
      .getByRole('button', { name: `Quote 1: ${title}` })
      .first()
      .click()
    await expect(first).toBeFocused()
    const prompt = promptOf(model.chats[0]!.body)
    expect(prompt).toContain(QUESTION)
    for (const quote of await panelOf(page).locator('blockquote').allInnerTexts())
      expect(prompt).toContain(quote.slice(0, 40))
    await expectAccessibleEverywhere(page)
  })

  await test.step('a provider that is cut in the middle leaves what came, says why, and is asked again', async () => {
    await ask(page, OTHER)
    model.answer({ cutAfter: 'Share it by a link [1]. And the rest of' }, { text: 'Send them a link [1].' })
    await write(page).click()
    const text = writtenIn(page)
    await expect(text).toContainText('The answer of the language model broke off. What came so far stays')
    await expect(text).toContainText('Share it by a link. [1]')
    await expect(text).not.toContainText('the rest of')
    await expectAccessibleEverywhere(page)
    await text.getByRole('button', { name: 'Try again' }).click()
    await expect(text).toContainText('Send them a link. [1]')
    await expect(text).not.toContainText('broke off')
  })

  await test.step('Stop ends it at the provider as well', async () => {
    await ask(page, QUESTION)
    const gone = model.gone()
    model.answer({ text: 'Open the trash [1]. '.repeat(100), pieceMs: 60 })
    await write(page).click()
    await expect(writtenIn(page)).toContainText('Open the trash. [1]')
    await writtenIn(page).getByRole('button', { name: 'Stop' }).click()
    await expect(writtenIn(page)).toContainText('Stopped. What came so far stays.')
    await expect.poll(() => model.gone()).toBe(gone + 1)
    await close(page)
  })

  await test.step('the log has each with its end, and the figures are those of the log', async () => {
    await page.getByRole('link', { name: 'AI Studio' }).click()
    await openTab(page, 'Analytics')
    const row = page
      .getByRole('table', { name: 'Most Used Endpoints' })
      .getByRole('row', { name: /Copilot: written answer/ })
    await expect(row.getByRole('cell').nth(1)).toHaveText('4')
    const counts = page.getByRole('listitem')
    for (const [name, count] of [
      ['Ended well', 2],
      ['Failed', 1],
      ['Cancelled', 1],
      ['Answer broke off', 1],
    ] as const) {
      await expect(counts.filter({ hasText: new RegExp(`^${name}${count}$`) })).toHaveCount(1)
    }
  })

  await test.step('others have answers written from when the organisation says so', async () => {
    bob = await personIn(browser, server.url, 'bob')
    await ask(bob.page, QUESTION)
    await expect(write(bob.page)).toHaveCount(0)
    await openTab(page, 'Models')
    await page.getByText('Let everybody in the organisation have answers of the copilot written').click()
    await saveSettings(page)
    await ask(bob.page, OTHER)
    model.answer({ text: 'Open the trash [1].' })
    await write(bob.page).click()
    await expect(writtenIn(bob.page)).toContainText('Open the trash. [1]')
  })
  expect([...ada.problems, ...(bob?.problems ?? [])]).toEqual([])
  await closeAll(ada, ...(bob ? [bob] : []))
})
