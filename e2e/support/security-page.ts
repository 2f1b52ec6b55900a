import { type Page, expect } from '@playwright/test'

/** From any page of the app. */
export async function openSecurity(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible()
}
