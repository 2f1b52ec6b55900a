import { type Page, expect } from '@playwright/test'

type Wanted = { title: string; note?: string; password?: string; folder?: string; megabytes?: string }

/** Asks for two files, from the page of files. @returns the address that is shown. */
export async function makeRequest(page: Page, wanted: Wanted): Promise<string> {
  await page.getByRole('button', { name: 'Request files' }).click()
  await page.getByLabel('What you ask for').fill(wanted.title)
  if (wanted.note) await page.getByLabel(/Note for the sender/).fill(wanted.note)
  if (wanted.folder) await page.getByLabel('Files go to').selectOption({ label: wanted.folder })
  await page.getByRole('button', { name: 'Options' }).click()
  await expect(page.getByLabel('Number of files')).toBeFocused()
  await page.getByLabel('Number of files').fill('2')
  if (wanted.megabytes) await page.getByLabel('Total size (MB)').fill(wanted.megabytes)
  if (wanted.password) await page.getByLabel('Password (optional)').fill(wanted.password)
  await page.getByRole('button', { name: 'Create request' }).click()
  await expect(page.getByText('It holds the secret')).toBeVisible()
  return page.getByRole('textbox', { name: 'Link' }).inputValue()
}

/** At the sender's page. @param files their paths */
export async function chooseToSend(page: Page, files: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files to send' }).click()
  await (await chooser).setFiles(files)
}
