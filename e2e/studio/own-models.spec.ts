import { expect, test } from '@playwright/test'
import { createHash } from 'node:crypto'
import { isLlamaInstalled } from '#server/ai/own-models/llama.ts'
import { ourWords, tinyGguf } from '../../test/support/tiny-gguf.ts'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { personIn } from '../support/sharing.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const tiny = tinyGguf(ourWords())

test('a model is uploaded from the page, refused where it is none, chosen, and removed', async ({ browser }) => {
  const { page } = await personIn(browser, server.url, 'ada')
  await page.getByRole('link', { name: 'AI Studio' }).click()
  await page.getByRole('tab', { name: 'Models', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload a model' })
  const row = page.getByRole('list', { name: 'Connections' }).getByRole('listitem')
  const choose = async (bytes: Buffer) => {
    await dialog.locator('input[type=file]').setInputFiles({ name: 'Tiny.gguf', mimeType: '', buffer: bytes })
    await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  }

  await test.step('a file that is cut off is refused by a sentence, and is not in the list', async () => {
    await page.getByRole('button', { name: 'Upload a model' }).click()
    await choose(tiny.subarray(0, tiny.length - 64))
    await expect(dialog.getByRole('alert')).toContainText('The GGUF file is truncated')
    await expectAccessibleEverywhere(page)
  })

  await test.step('the whole file is a model, with its checksum', async () => {
    await choose(tiny)
    await expect(page.getByText('The model is there. Choose it as the text model.')).toBeVisible()
    await expect(row).toContainText(`SHA-256 ${createHash('sha256').update(tiny).digest('hex')}`)
    await expect(row).toContainText(isLlamaInstalled() ? 'Active' : 'Not configured')
    await page.getByRole('combobox', { name: 'Text model' }).selectOption('Tiny (Tiny)')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
    await expectAccessibleEverywhere(page)
  })

  await test.step('it is removed, and no model is chosen any longer', async () => {
    await row.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No model is connected')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Text model' })).toHaveValue('')
  })
})
