import { expect } from '@playwright/test'
import { test } from '../support/shared-stage.ts'
import type { Stage } from '../support/transfers.ts'

let server: Stage
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`pictures of the app come in the ${colorScheme} scheme alone`, async ({ page }) => {
    const fetched: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.webp')) fetched.push(pathname)
    })
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(server.url)
    await page.getByRole('heading', { name: 'The vault at work' }).scrollIntoViewIfNeeded()
    const picture = page.getByRole('img', { name: /^The app: a list of two folders and six files/ })
    await expect(picture).toHaveCount(1)
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2160)
    expect(fetched).toEqual([expect.stringMatching(new RegExp(`/files-${colorScheme}-[\\w-]+\\.webp$`))])

    // Chosen by hand, the other scheme has its own picture.
    const other = colorScheme === 'light' ? 'dark' : 'light'
    await page.getByRole('button', { name: 'Switch between light and dark' }).click()
    await expect.poll(() => fetched.at(-1)).toMatch(new RegExp(`/files-${other}-[\\w-]+\\.webp$`))
  })
}

test('a phone gets a picture of the app on a phone, and nothing moves when it comes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(server.url, { waitUntil: 'networkidle' })
  const picture = page.getByRole('img', { name: /^The app: a list/ })
  await expect(picture).toHaveAttribute('loading', 'lazy')
  const before = await picture.boundingBox()
  await picture.scrollIntoViewIfNeeded()

  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('/files-phone-')
  expect((await picture.boundingBox())?.height).toBe(before?.height)
})
