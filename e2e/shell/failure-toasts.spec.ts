import { type Page, expect, test } from '@playwright/test'
import type { Passed } from '../support/gate.ts'
import { chooseFiles, signIn, expectOpenVault } from '../support/person.ts'
import {
  MEBIBYTE,
  type Stage,
  expectSameContent,
  makeFile,
  newPerson,
  openStage,
  rowOf,
  transferOf,
} from '../support/transfers.ts'

const OUR_SIDE = 'Something went wrong on our side. Nothing was lost; try again.'

let stage: Stage
test.beforeAll(async () => {
  stage = await openStage()
})
test.afterAll(() => stage.stop())

const to =
  (method: string, path: RegExp) =>
  (request: Passed): boolean =>
    request.method === method && path.test(request.path)

/** Lets one kind of request fail, does something, and expects its sentence. */
async function whileRefused(
  page: Page,
  isWanted: (request: Passed) => boolean,
  { act, title = 'Error', sentence }: { act: () => Promise<unknown>; title?: string; sentence: string },
): Promise<void> {
  const mend = stage.gate.refuse(isWanted)
  await act()
  const toast = page.getByRole('dialog', { name: title, exact: true }).filter({ hasText: sentence })
  await expect(toast).toHaveAccessibleDescription(new RegExp(`^${sentence}(\\. ${OUR_SIDE})?$`))
  mend()
  // Its buttons have a role only while the focus is among the toasts.
  await toast.locator('[aria-label="Dismiss notification"]').click()
  await expect(toast).toHaveCount(0)
}

test('a log that cannot be read or exported says so, and without roles nobody sees it', async ({ page }) => {
  // The first member of an organisation may read its log.
  const { password } = await newPerson(page, stage.gate.url)
  const tab = page.getByRole('tab', { name: 'Audit Logs' })
  const mendLog = stage.gate.refuse(to('GET', /system_audit_log\?/))
  await tab.click()
  const alert = page.getByRole('alert').filter({ hasText: 'The audit log could not be loaded' })
  await expect(alert).toBeVisible()
  mendLog()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('table', { name: 'Security Audit Logs' })).toBeVisible()

  const mendExport = stage.gate.refuse(to('GET', /system_audit_log\?/))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('dialog').filter({ hasText: 'The audit log could not be exported' })).toBeVisible()
  mendExport()

  const mendRoles = stage.gate.refuse(to('POST', /rpc\/get_user_roles/))
  await page.goto(`${stage.gate.url}/dashboard`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Settings' })).toBeVisible()
  await expect(tab).toHaveCount(0)
  await expect(page.locator('[data-type=error]')).toHaveCount(0)
  mendRoles()
})

test('lists that cannot be read say which, and come back', async ({ page }) => {
  await newPerson(page, stage.gate.url)
  await chooseFiles(page, makeFile(stage.folder, 'Listed.txt', 10))
  await expect(rowOf(page, 'Listed.txt')).toBeVisible()
  const reopen = async (): Promise<void> => {
    await page.reload()
    await page.getByLabel('Password', { exact: true }).fill('a password of mine')
    await page.getByRole('button', { name: 'Unlock' }).click()
    // Stretching the password takes longer than everything else, and a toast is waited for from here on.
    await expect(page.getByRole('tab', { name: 'Documents' })).toBeVisible({ timeout: 60_000 })
  }

  for (const [list, request] of [
    ['files', to('POST', /\/rpc\/file_changes/)],
    ['folders', to('GET', /folders\?select/)],
  ] as const) {
    const sentence = `Failed to fetch ${list}`
    await whileRefused(page, request, { act: reopen, sentence })
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rowOf(page, 'Listed.txt')).toBeVisible()
  }

  await whileRefused(page, to('GET', /\/tags\?/), { act: reopen, sentence: 'Failed to fetch tags' })
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(rowOf(page, 'Listed.txt')).toBeVisible()
  // The tags of files fail silently; nothing is left to try when the first request was repeated twice.
  let asked = 0
  const isTagsOfFiles = to('GET', /\/file_tags\?/)
  const mend = stage.gate.refuse((request) => isTagsOfFiles(request) && ++asked > 0)
  await reopen()
  await expect.poll(() => asked).toBe(3)
  await expect(rowOf(page, 'Listed.txt')).toBeVisible()
  await expect(page.locator('[data-type=error]')).toHaveCount(0)
  mend()
})

test('what cannot be done with folders and tags is reported, and stays as it was', async ({ page }) => {
  await newPerson(page, stage.gate.url)
  await chooseFiles(page, makeFile(stage.folder, 'Tagged.txt', 10))
  await expect(rowOf(page, 'Tagged.txt')).toBeVisible()
  await page.getByRole('tab', { name: 'Documents' }).click()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const createFolder = async () => {
    await press('New Folder')
    await page.getByLabel('Folder name').fill('Legal')
    await page.keyboard.press('Enter')
  }
  const createTag = async () => {
    await press('New Tag')
    await page.getByLabel('Tag name').fill('Urgent')
    await press('Create tag')
  }
  const toggleTag = (item: string) => async () => {
    await press('Tags of Tagged.txt')
    await page.getByRole('menuitem', { name: item }).click()
  }
  const folder = page.getByRole('button', { name: 'Legal', exact: true })
  const tag = page.getByRole('button', { name: 'Urgent', exact: true })
  const deleteFolder = async () => {
    await press('Folder Legal: more')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  const deleteTag = async () => {
    await press('Tag Urgent: more')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await press('Delete tag')
  }

  await whileRefused(page, to('POST', /\/folders$/), { act: createFolder, sentence: 'Failed to create folder' })
  await expect(folder).toHaveCount(0)
  await createFolder()
  await expect(page.getByText('Folder created successfully')).toBeVisible()
  await whileRefused(page, to('PATCH', /\/folders\?/), { act: deleteFolder, sentence: 'Failed to delete folder' })
  await expect(folder).toBeVisible()

  await whileRefused(page, to('POST', /\/tags$/), { act: createTag, sentence: 'Failed to create tag' })
  await expect(tag).toHaveCount(0)
  await createTag()
  await expect(page.getByText('Tag created successfully')).toBeVisible()
  const [add, take] = [toggleTag('Add Urgent tag'), toggleTag('Remove Urgent tag')]
  await whileRefused(page, to('POST', /\/file_tags/), { act: add, sentence: 'Failed to add tag to file' })
  await expect(rowOf(page, 'Tagged.txt')).not.toContainText('Urgent')
  await add()
  await expect(rowOf(page, 'Tagged.txt')).toContainText('Urgent')
  await whileRefused(page, to('DELETE', /\/file_tags/), { act: take, sentence: 'Failed to remove tag from file' })
  await expect(rowOf(page, 'Tagged.txt')).toContainText('Urgent')
  await whileRefused(page, to('DELETE', /\/tags\?/), { act: deleteTag, sentence: 'Failed to delete tag' })
  await expect(tag).toBeVisible()

  await deleteFolder()
  await expect(page.getByText('Folder deleted successfully')).toBeVisible()
  await deleteTag()
  await expect(page.getByText('Tag deleted successfully')).toBeVisible()
})

test('what cannot be done with a file is reported, and the file stays whole', async ({ page }) => {
  await newPerson(page, stage.gate.url)
  const file = makeFile(stage.folder, 'Kept.txt', 5000)
  const upload = to('POST', /\/object\/encrypted-files\//)
  await whileRefused(page, upload, {
    act: () => chooseFiles(page, file),
    title: 'Upload Error',
    sentence: 'Failed to upload and encrypt file: Kept.txt',
  })
  await expect(transferOf(page, 'Kept.txt')).toContainText(OUR_SIDE)
  await page.getByRole('button', { name: 'Retry Kept.txt' }).click()
  await expect(rowOf(page, 'Kept.txt')).toBeVisible()

  const download = () => page.getByRole('button', { name: 'Download and decrypt Kept.txt' }).click()
  await whileRefused(page, to('GET', /\/object\/(authenticated\/)?encrypted-files/), {
    act: download,
    title: 'Download Error',
    sentence: 'Failed to decrypt and download file',
  })
  await whileRefused(page, to('PATCH', /\/file_records\?/), {
    act: () => page.getByRole('button', { name: 'Delete Kept.txt' }).click(),
    title: 'Delete Error',
    sentence: 'Failed to delete file',
  })
  await expect(rowOf(page, 'Kept.txt')).toBeVisible()
  await whileRefused(page, to('POST', /\/share_links/), {
    act: async () => {
      await page.getByRole('button', { name: 'Share Kept.txt', exact: true }).click()
      await page.getByRole('button', { name: 'Create link' }).click()
    },
    sentence: 'Failed to update sharing status',
  })
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Kept.txt')).not.toContainText('Shared')
  await expectSameContent(page, file)
})

test('what cannot be read or saved in the settings is reported, and what was typed stays', async ({ page }) => {
  await newPerson(page, stage.gate.url)
  const openSettings = () => page.getByRole('link', { name: 'Settings', exact: true }).click()
  await whileRefused(page, to('GET', /\/profiles\?/), { act: openSettings, sentence: 'Failed to fetch profile' })
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByLabel('Company').fill('Example Works')
  const save = () => page.getByRole('button', { name: 'Save Changes' }).click()
  await whileRefused(page, to('POST', /\/profiles\?/), { act: save, sentence: 'Failed to update profile' })
  await expect(page.getByLabel('Company')).toHaveValue('Example Works')
  await save()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()

  const openBilling = () => page.getByRole('tab', { name: 'Billing' }).click()
  await whileRefused(page, to('POST', /check-subscription/), {
    act: openBilling,
    sentence: 'Failed to check subscription status',
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  const subscribe = () => page.getByRole('button', { name: 'Subscribe to Guardian' }).click()
  await whileRefused(page, to('POST', /create-checkout/), {
    act: subscribe,
    sentence: 'Failed to create checkout session',
  })
  const opened = page.context().waitForEvent('page')
  await subscribe()
  const checkout = await opened
  await checkout
    .getByRole('button', { name: /subscribe/i })
    .first()
    .click()
  await checkout.waitForURL(/checkout=success/)
  await checkout.close()
  await page.getByRole('button', { name: 'Check again' }).click()
  const manage = () => page.getByRole('button', { name: 'Manage subscription' }).click()
  await whileRefused(page, to('POST', /customer-portal/), { act: manage, sentence: 'Failed to open customer portal' })
})

test('what needs a session says so when it was ended elsewhere, and leads to the sign-in page', async ({ page }) => {
  const person = await newPerson(page, stage.gate.url)
  const expectSignIn = async (title: string, sentence: string, letGo: () => void): Promise<void> => {
    await expect(page.getByRole('dialog', { name: title, exact: true })).toHaveAccessibleDescription(sentence)
    letGo()
    await expect(page).toHaveURL(/\/login/)
    await signIn(page, person)
    await expectOpenVault(page)
  }
  const openBilling = async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('tab', { name: 'Billing' }).click()
  }
  const subscribe = page.getByRole('button', { name: 'Subscribe to Guardian' })

  await expect(page.getByText('No files found')).toBeVisible()
  const first = await endSessionElsewhere(page, /\/storage\//)
  const [small, large] = [makeFile(stage.folder, 'Late.txt', 10), makeFile(stage.folder, 'Late.bin', 9 * MEBIBYTE)]
  await chooseFiles(page, [small, large])
  for (const name of ['Late.txt', 'Late.bin'])
    await expect(transferOf(page, name)).toContainText('Your session has ended. Sign in again.')
  await expectSignIn('Error', 'You must be logged in to upload files', first)
  await expect(rowOf(page, 'Late.txt')).toHaveCount(0)

  await openBilling()
  await expect(subscribe).toBeVisible()
  const second = await endSessionElsewhere(page, /create-checkout/)
  await subscribe.click()
  await expectSignIn('Authentication Required', 'Please sign in to subscribe', second)

  await openBilling()
  const opened = page.context().waitForEvent('page')
  await subscribe.click()
  const checkout = await opened
  await checkout.getByRole('button', { name: 'Subscribe' }).click()
  await expect(checkout.getByRole('heading', { name: 'Your order is complete' })).toBeVisible()
  await checkout.close()
  const manage = page.getByRole('button', { name: 'Manage subscription' })
  await expect(manage).toBeVisible()
  const third = await endSessionElsewhere(page, /customer-portal/)
  await manage.click()
  await expectSignIn('Authentication Required', 'Please sign in to manage subscription', third)
})

/**
 * As the person would from another device, in its list of sessions.
 * @param path what still gets through: otherwise the next look for news would find out before anything was tried.
 * @returns lets the others go.
 */
async function endSessionElsewhere(page: Page, path: RegExp): Promise<() => void> {
  const letGo = stage.gate.holdRequests((request) => !path.test(request.path))
  const session = await page.evaluate(() => localStorage.getItem('quantumshield-session') ?? '{}')
  const { access_token } = JSON.parse(session) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const answer = await page.request.post(`${stage.server.url}/auth/v1/logout?scope=global`, { headers })
  expect(answer.status()).toBe(204)
  return letGo
}
