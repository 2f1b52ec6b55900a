import { expect } from '@playwright/test'
import { chooseFiles, signIn, watchPage, expectOpenVault } from '../support/account/person.ts'
import { type Stage, makeFile, newPerson, rowOf } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('a second window shows what the first one stores and deletes, and again after the line broke', async ({
  page,
  browser,
}) => {
  const { gate, folder } = stage
  const problems = watchPage(page)
  const person = await newPerson(page, gate.url)
  const other = await (await browser.newContext()).newPage()
  const otherProblems = watchPage(other)
  await other.goto(`${gate.url}/login`)
  await signIn(other, person)
  await expectOpenVault(other)
  await expect(other.getByText('Before.txt')).toHaveCount(0)

  await chooseFiles(page, makeFile(folder, 'Before.txt', 10))
  await expect(rowOf(other, 'Before.txt')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Before.txt' }).click()
  await expect(rowOf(other, 'Before.txt')).toHaveCount(0)
  expect([problems, otherProblems]).toEqual([[], []])

  // Without an answer for anything; the page then hears of it by what it asks once the line is back.
  gate.cut()
  gate.mend()
  await chooseFiles(page, makeFile(folder, 'After.txt', 10))
  await expect(rowOf(other, 'After.txt')).toBeVisible({ timeout: 20_000 })
  await other.context().close()
})

test('a window that can hold no connection leaves by the next look for news, once its session was ended elsewhere', async ({
  page,
}) => {
  const { gate, server } = stage
  await page.clock.install()
  gate.refuse(({ path }) => path.startsWith('/realtime/'))
  let heard = 0
  page.on('websocket', (socket) => socket.on('framereceived', () => (heard += 1)))
  await newPerson(page, gate.url)
  await expect(page.getByText('No files found')).toBeVisible()
  const session = await page.evaluate(() => localStorage.getItem('quantumshield-session') ?? '{}')
  const { access_token: token } = JSON.parse(session) as { access_token: string }
  const headers = { authorization: `Bearer ${token}` }
  const ended = await page.request.post(`${server.url}/auth/v1/logout?scope=global`, { headers })
  expect(ended.status()).toBe(204)

  await page.clock.runFor(31_000)
  await expect(page).toHaveURL(/\/login/)
  expect(heard).toBe(0)
})
