import { type Page, expect } from '@playwright/test'

/** From the dashboard to a page of the admin panel, as a person goes there. */
export async function openAdminPage(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin Panel' }).click()
  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}
