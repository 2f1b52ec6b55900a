import { type Page, expect } from '@playwright/test'

/** The certificate and the vectors, where a page has them. */
export async function checksAreDone(page: Page): Promise<void> {
  await expect(page.getByText('Checking on this device')).toHaveCount(0, { timeout: 60_000 })
  await expect(page.locator('main').getByText('…', { exact: true })).toHaveCount(0, { timeout: 60_000 })
}
