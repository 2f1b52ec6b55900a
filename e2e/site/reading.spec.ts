import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { watchPage } from '../support/account/person.ts'
import { test } from '../support/shared-stage.ts'
import type { Stage } from '../support/transfers.ts'

let server: Stage
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
})
test.use({ viewport: { width: 1440, height: 900 } })

for (const { path, list, first, second } of [
  {
    path: '/blog/nist-pqc-standards-2025',
    list: 'Contents',
    first: 'Three documents, two jobs',
    second: 'What it weighs',
  },
  { path: '/documentation/backup-and-restore', list: 'On this page', first: 'Make a key, once', second: 'Restore' },
]) {
  test(`${path} marks the part that is read, and each part has an address`, async ({ page }) => {
    const problems = watchPage(page)
    await page.goto(server.url + path)
    const contents = page.getByRole('navigation', { name: list })
    const current = contents.locator('[aria-current]')
    await expect(page.getByText(/^Build [\da-f]{12}$/)).toBeAttached()
    await expect(current).toHaveText([])

    await contents.getByRole('link', { name: first }).press('Enter')
    await expect(current).toHaveText([first])
    const heading = page.getByRole('heading', { name: second, exact: true })
    await heading.hover()
    await page.getByRole('link', { name: `Link to ${second}` }).click()
    await expect(page).toHaveURL(/#[a-z-]+$/)
    await expect(heading).toBeInViewport()
    await expect(current).toHaveText([second])
    await expectAccessibleEverywhere(page)

    // As a link that somebody was sent.
    await page.goto('about:blank')
    await page.goBack()
    await expect(current).toHaveText([second])
    expect(problems).toEqual([])
  })
}

test('the tree of guides is whole beside a guide, and unfolds another category', async ({ page }) => {
  await page.goto(`${server.url}/documentation/backup-and-restore`)
  const tree = page.getByRole('navigation', { name: 'Guides', exact: true })
  await expect(tree.getByRole('link', { name: 'Backup and restore' })).toHaveAttribute('aria-current', 'page')
  await expect(tree.getByRole('link', { name: 'Quick start' })).toHaveCount(0)
  const bottom = await tree.evaluate((element) => element.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThan(900)

  await tree.getByText('Getting started').click()
  await tree.getByRole('link', { name: 'Quick start' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Quick start' })).toBeVisible()
  await expect(tree.getByRole('link', { name: 'Quick start' })).toHaveAttribute('aria-current', 'page')
})
