import { expect, type Page, test } from '@playwright/test'
import { isInstalled } from '#server/grammar/engine-files.ts'
import { expectAccessibleEverywhere, sidewaysScroll } from '../support/accessible.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeAll, personIn } from '../support/sharing.ts'

test.skip(!isInstalled(), 'the engine that checks grammar is not installed: npm run studio -- grammar')

/** The engine is compiled, and reads its dictionary at the first check, with whatever else the machine does. */
const FIRST_CHECK_MS = 120_000

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test(
  'a text is checked in the browser alone, and what is found is mended',
  { tag: '@firefox' },
  async ({ browser, browserName }) => {
    test.setTimeout(2 * FIRST_CHECK_MS)
    const ada = await personIn(browser, server.url, 'ada')
    const { page } = ada
    // In Firefox the driver ends the call that runs axe on this page, which stays as it is; what axe finds is alike in every browser.
    const accessible = async (shown: Page) =>
      browserName === 'firefox' ? expect(await sidewaysScroll(shown)).toBe(0) : expectAccessibleEverywhere(shown)
    const requests: string[] = []
    page.context().on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      requests.push(`${request.method()} ${pathname}${search} ${request.postData() ?? ''}`.trim())
    })
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => requests.push(`frame ${String(payload)}`)))
    const ofEngine = () => requests.filter((line) => line.includes('/grammar/v1/engine/'))
    await page.getByRole('link', { name: 'AI Studio' }).click()
    await page.getByRole('tab', { name: 'Content', exact: true }).click()
    const panel = page.getByRole('region', { name: 'Grammar and spelling' })
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    const list = panel.getByRole('list', { name: 'Findings' })

    await test.step('nothing of the engine is loaded before the switch is on', async () => {
      await text.fill(
        'We tested teh 😀 vault. Every clinic sends files and should of asked for a quantumshieldy first.',
      )
      await expect(panel.getByRole('checkbox', { name: /Check grammar/ })).not.toBeChecked()
      expect(ofEngine()).toEqual([])
      await panel.getByText('Check grammar').click()
      await expect(panel.getByText('2 of spelling, 1 of grammar and style')).toBeVisible({ timeout: FIRST_CHECK_MS })
      expect(ofEngine().toSorted()).toEqual([
        'GET /grammar/v1/engine/2.10.0/glue',
        'GET /grammar/v1/engine/2.10.0/program',
      ])
      await expect(list.getByRole('listitem')).toContainText(['teh', 'should of', 'quantumshieldy'])
      await accessible(page)
    })

    await test.step('no request leaves while a text is checked', async () => {
      requests.length = 0
      // The engine is there: no server is needed.
      await page.context().setOffline(true)
      await text.press('ControlOrMeta+End')
      await text.pressSequentially('\n\nThe the second paragraph was typed with sekret words.')
      await expect(panel.getByText('3 of spelling, 2 of grammar and style')).toBeVisible({ timeout: FIRST_CHECK_MS })
      await page.context().setOffline(false)
      // Requests that the app makes now and then, such as for how much is stored, have nothing of the text.
      expect(requests.join('\n')).not.toMatch(/sekret|paragraph/)
      expect(requests.filter((line) => /^\w+ \/(?:ai|content|copilot|grammar|sources)\//.test(line))).toEqual([])
    })

    await test.step('a finding is replaced in one step, which the browser takes back', async () => {
      const before = await text.inputValue()
      await text.press('ControlOrMeta+Home')
      await text.press('F8')
      expect(
        await text.evaluate((field: HTMLTextAreaElement) =>
          field.value.slice(field.selectionStart, field.selectionEnd),
        ),
      ).toBe('teh')
      await list.getByRole('button', { name: 'Replace by “the”', exact: true }).click()
      await expect(text).toHaveValue(before.replace('teh', 'the'))
      await expect(panel.getByText('2 of spelling, 2 of grammar and style')).toBeVisible()
      await text.press('ControlOrMeta+z')
      await expect(text).toHaveValue(before)
      await expect(panel.getByText('3 of spelling, 2 of grammar and style')).toBeVisible()
    })

    await test.step('a word of the dictionary is right from then on', async () => {
      await list.getByRole('button', { name: /quantumshieldy/ }).click()
      await list.getByRole('button', { name: 'Add to dictionary' }).click()
      await expect(panel.getByText('2 of spelling, 2 of grammar and style')).toBeVisible()
      await panel.getByRole('button', { name: 'Dictionary' }).click()
      const sheet = page.getByRole('dialog', { name: 'Dictionary' })
      await expect(sheet.getByRole('listitem')).toContainText(['quantumshieldy'])
      await accessible(page)
      await sheet.getByRole('button', { name: 'Remove quantumshieldy' }).click()
      await page.keyboard.press('Escape')
      await expect(panel.getByText('3 of spelling, 2 of grammar and style')).toBeVisible()
    })

    await test.step('a text in another language is not checked', async () => {
      await text.fill('Dateien zu teilen ist einfach und sicher, und niemand liest sie unterwegs mit.')
      await expect(panel.getByText('This text does not look English, so it is not checked.')).toBeVisible()
    })
    await closeAll(ada)
  },
)
