import { type Page, expect } from '@playwright/test'
import type { OpenAiServer } from '../../test/support/counterparts/openai-server.ts'

/** A toast, or any other text, word for word. */
export const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

export const openTab = async (page: Page, tab: string) => page.getByRole('tab', { name: tab, exact: true }).click()

/** Connects a model server in the tab Models, has it looked at, and chooses the model `tiny-1`. */
export async function connectModel(page: Page, { url }: Pick<OpenAiServer, 'url'>): Promise<void> {
  await openTab(page, 'Models')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Provider').selectOption('OpenAI-compatible server')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(url)
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('list', { name: 'Connections' })).toContainText('Active')
  await page.getByLabel('Text model').selectOption('tiny-1 (OpenAI-compatible server)')
  await page.getByRole('textbox', { name: 'Tokens a month, all together' }).fill('1,000,000')
  await saveSettings(page)
}

/** In the tab Models. */
export async function saveSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Settings saved').last()).toBeVisible()
}
