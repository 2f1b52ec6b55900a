import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { newPerson, type Stage } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let server: Stage
test.beforeAll(({ sharedStage }) => {
  server = sharedStage
})

const isOpen = (page: Page) => expect(page.getByRole('heading', { name: 'My Files' })).toBeVisible()
const isLocked = (page: Page) => expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible()

test('one session for the tabs of a browser: signed in at once, unlocked as chosen, locked and left together', async ({
  page,
  context,
}) => {
  const person = await newPerson(page, server.gate.url)
  const second = await context.newPage()

  await test.step('a second tab is signed in, and asks for the password alone', async () => {
    await second.goto(`${server.gate.url}/dashboard`)
    await isLocked(second)
    await expect(second.getByRole('radio', { name: 'This tab' })).toBeChecked()
    await second.getByText('Until the browser closes').click()
    await expect(second.getByText('Every tab of this browser opens unlocked.')).toBeVisible()
    await expectAccessibleEverywhere(second)
    await second.getByLabel('Password', { exact: true }).fill(person.password)
    await second.getByRole('button', { name: 'Unlock' }).click()
    await isOpen(second)
  })

  const third = await context.newPage()
  await test.step('from there on a tab opens unlocked, also again', async () => {
    await third.goto(`${server.gate.url}/dashboard/security`)
    const sessions = third.getByRole('list', { name: 'Sessions and devices' }).getByRole('listitem')
    await expect(sessions).toHaveCount(1)
    const choice = third.getByRole('listitem', { name: 'Stay unlocked' })
    await expect(choice).toContainText('Until the browser closes')
    await choice.getByRole('button', { name: 'Change' }).click()
    await expect(choice.getByRole('radio', { name: 'Until the browser closes' })).toBeChecked()
    await second.close()
    await third.reload()
    await expect(sessions).toHaveCount(1)
  })

  await test.step('locking locks all, and signing out signs out all', async () => {
    await third.getByRole('button', { name: /Account/ }).click()
    await third.getByRole('menuitem', { name: /Lock/ }).click()
    await isLocked(third)
    await isLocked(page)
    await third.getByRole('button', { name: 'Sign Out' }).click()
    for (const tab of [page, third]) {
      await expect(tab.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
      await expect(tab.getByText(/This session was ended/)).toHaveCount(0)
    }
  })
})

test('without a connection a token that ran out ends nothing: the page to unlock says so, and opens when it is back', async ({
  page,
}) => {
  const person = await newPerson(page, server.gate.url)
  // First, or the page may renew the token before it is reloaded.
  await page.route('**/auth/v1/token**', (route) => route.abort())
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('quantumshield-session') ?? '') as Record<string, unknown>
    localStorage.setItem('quantumshield-session', JSON.stringify({ ...session, expires_at: 1 }))
  })
  await page.clock.install()
  await page.reload()
  const isSaid = async (text: Locator) => {
    // The auth client tries for half a minute, at growing distances.
    await expect(async () => {
      await page.clock.runFor(5000)
      await expect(text).toBeVisible({ timeout: 500 })
    }).toPass()
  }
  await isSaid(page.getByRole('button', { name: 'Unlock' }))
  await expect(page.getByText(person.email)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await isSaid(page.getByText('Nothing was lost. Check the connection and retry.'))
  await expect(page.getByText(/session (was|has) ended/i)).toHaveCount(0)

  await page.unroute('**/auth/v1/token**')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await isOpen(page)
})
