import { type Page, expect } from '@playwright/test'
import { type Person, chooseFiles, signIn, watchPage, expectOpenVault } from '../support/account/person.ts'
import { prepareAt } from '../support/account/prepared-person.ts'
import {
  MEBIBYTE,
  type Stage,
  expectNoPartUnderWay,
  expectSameContent,
  makeFile,
  rowOf,
  transferOf,
} from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

const person: Person = { email: 'tabs@example.org', password: 'a password of mine', firstName: 'Ada' }

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('two tabs of one person upload side by side, and signing out in one ends both', async ({ page, context }) => {
  const { gate, folder } = stage
  const problems = watchPage(page)
  const one = makeFile(folder, 'From one tab.bin', 20 * MEBIBYTE)
  const two = makeFile(folder, 'From the other.bin', 20 * MEBIBYTE)
  await openRememberedVault(page, gate.url)
  const other = await context.newPage()
  const otherProblems = watchPage(other)
  await other.goto(`${gate.url}/dashboard`)
  await expectOpenVault(other)

  const letGo = gate.holdRequests(({ method }) => method === 'PATCH')
  await chooseFiles(page, one)
  await chooseFiles(other, two)
  await expect(transferOf(page, 'From one tab.bin')).toContainText('Encrypting and uploading')
  await expect(transferOf(other, 'From the other.bin')).toContainText('Encrypting and uploading')
  letGo()
  await expect(rowOf(page, 'From one tab.bin')).toBeVisible({ timeout: 30_000 })
  await expect(rowOf(other, 'From the other.bin')).toBeVisible({ timeout: 30_000 })
  for (const tab of [page, other]) {
    await tab.reload()
    await expect(rowOf(tab, 'From one tab.bin')).toBeVisible()
    await expect(rowOf(tab, 'From the other.bin')).toBeVisible()
  }
  await expectSameContent(other, one)
  await expectSameContent(page, two)

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(other).toHaveURL(/\/login$/)
  expect(problems).toEqual([])
  expect(otherProblems).toEqual([])
})

test('a second tab does not offer an upload that the first one is sending', async ({ page, context }) => {
  const { gate, folder } = stage
  const file = makeFile(folder, 'Being sent.bin', 20 * MEBIBYTE)
  await openRememberedVault(page, gate.url, { ...person, email: 'second-tab@example.org' })
  const letGo = gate.holdRequests(({ method }) => method === 'PATCH')
  await chooseFiles(page, file)
  await expect(transferOf(page, 'Being sent.bin')).toContainText('Encrypting and uploading')

  const other = await context.newPage()
  const isRefused = await watchRefusedLocks(other)
  await other.goto(`${gate.url}/dashboard`)
  await expectOpenVault(other)
  await expect.poll(isRefused, 'the other tab has found out that somebody works on it').toBe(true)
  await expect(other.getByRole('region', { name: 'Transfers' })).toHaveCount(0)

  page.on('dialog', (dialog) => void dialog.accept())
  await page.close({ runBeforeUnload: false })
  letGo()
  await other.reload()
  await expect(transferOf(other, 'Being sent.bin')).toContainText('Choose the same file to continue')
})

test('signing out in the middle of an upload stops it and leaves nothing of it in the page', async ({ page }) => {
  const { gate, folder } = stage
  const problems = watchPage(page)
  const leaving = { ...person, email: 'leaving@example.org' }
  await openRememberedVault(page, gate.url, leaving)
  const letGo = gate.holdRequests(({ method }) => method === 'PATCH')
  await chooseFiles(page, makeFile(folder, 'Left behind.bin', 20 * MEBIBYTE))
  await expect(transferOf(page, 'Left behind.bin')).toContainText('Encrypting and uploading')

  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL(/\/login$/)
  const before = gate.passed.length
  letGo()
  await expectNoPartUnderWay(gate)
  await expect(page.getByText('Left behind.bin')).toHaveCount(0)
  // Signing in takes longer than a retry would have waited.
  await signIn(page, leaving)
  await expectOpenVault(page)

  expect(gate.passed.slice(before).filter(({ method }) => method === 'PATCH')).toEqual([])
  expect(problems).toEqual([])
})

/** A vault that stays open on this device, as every tab then finds it. */
async function openRememberedVault(page: Page, url: string, who: Person = person): Promise<void> {
  await prepareAt(page, url, who)
  await page.getByRole('checkbox', { name: /Remember me/ }).check()
  await page.getByText('On this device', { exact: true }).click()
  await signIn(page, who)
  await expectOpenVault(page)
}

/** @returns asks whether a request of this page for a lock of an upload has been refused. */
async function watchRefusedLocks(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const request = navigator.locks.request.bind(navigator.locks)
    const watched = (name: string, options: LockOptions, work: LockGrantedCallback<unknown>) =>
      request(name, options, (lock) => {
        if (!lock && name.startsWith('quantumshield-upload-')) document.documentElement.dataset['refusedLock'] = name
        return work(lock)
      })
    Object.assign(navigator.locks, { request: watched })
  })
  return async () => (await page.locator('html[data-refused-lock]').count()) > 0
}
