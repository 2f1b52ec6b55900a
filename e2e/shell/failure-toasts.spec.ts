import { type Page, expect, test } from '@playwright/test'
import type { Passed } from '../support/gate.ts'
import { type Person, chooseFiles, signIn, expectOpenVault } from '../support/account/person.ts'
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

test('what cannot be read or done with files, folders, tags and the log is reported, and stays as it was', async ({
  page,
}) => {
  // The first member of an organisation may read its log.
  const { password } = await newPerson(page, stage.gate.url)
  await test.step('a file stays whole', () => aFile(page))
  await test.step('folders and tags', () => foldersAndTags(page))
  await test.step('the log', () => auditLog(page))
  await page.getByRole('tab', { name: 'Files', exact: true }).click()
  await test.step('lists say which of them, and come back; without roles nobody sees the log', () =>
    lists(page, password))
})

async function aFile(page: Page): Promise<void> {
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
  // The focus was among the toasts.
  await page.getByRole('button', { name: 'Create link' }).press('Escape')
  await expect(rowOf(page, 'Kept.txt')).not.toContainText('Shared')
  await expectSameContent(page, file)
}

async function foldersAndTags(page: Page): Promise<void> {
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
    await press('Tags of Kept.txt')
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
  await expect(rowOf(page, 'Kept.txt')).not.toContainText('Urgent')
  await add()
  await expect(rowOf(page, 'Kept.txt')).toContainText('Urgent')
  await whileRefused(page, to('DELETE', /\/file_tags/), { act: take, sentence: 'Failed to remove tag from file' })
  await expect(rowOf(page, 'Kept.txt')).toContainText('Urgent')
  await whileRefused(page, to('DELETE', /\/tags\?/), { act: deleteTag, sentence: 'Failed to delete tag' })
  await expect(tag).toBeVisible()

  await deleteFolder()
  await expect(page.getByText('Folder deleted successfully')).toBeVisible()
  await deleteTag()
  await expect(page.getByText('Tag deleted successfully')).toBeVisible()
}

async function auditLog(page: Page): Promise<void> {
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
}

async function lists(page: Page, password: string): Promise<void> {
  const kept = rowOf(page, 'Kept.txt')
  const reopen = async (): Promise<void> => {
    await page.reload()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Unlock' }).click()
    // Stretching the password takes longer than everything else, and a toast is waited for from here on.
    await expect(page.getByRole('tab', { name: 'Documents' })).toBeVisible({ timeout: 60_000 })
  }
  const retry = async (sentence: string): Promise<void> => {
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(kept).toBeVisible()
  }

  const files = 'Failed to fetch files'
  await whileRefused(page, to('POST', /\/rpc\/file_changes/), { act: reopen, sentence: files })
  await retry(files)

  const folders = 'Failed to fetch folders'
  const tagsAsWell = () => whileRefused(page, to('GET', /\/tags\?/), { act: reopen, sentence: 'Failed to fetch tags' })
  await whileRefused(page, to('GET', /folders\?select/), { act: tagsAsWell, sentence: folders })
  await retry(folders)
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(kept).toBeVisible()

  // The tags of files and roles fail silently; nothing is left to try when the first request was repeated twice.
  let asked = 0
  const isTagsOfFiles = to('GET', /\/file_tags\?/)
  const mendTags = stage.gate.refuse((request) => isTagsOfFiles(request) && ++asked > 0)
  const mendRoles = stage.gate.refuse(to('POST', /rpc\/get_user_roles/))
  await reopen()
  await expect.poll(() => asked).toBe(3)
  await expect(kept).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Settings' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Audit Logs' })).toHaveCount(0)
  await expect(page.locator('[data-type=error]')).toHaveCount(0)
  mendTags()
  mendRoles()
}

test('what fails in the settings is reported, and where a session was ended elsewhere the sign-in page comes', async ({
  page,
}) => {
  const person = await newPerson(page, stage.gate.url)
  await test.step('an upload without a session', async () => {
    const letGo = await uploadSignedOut(page)
    await signInAgain(page, person, letGo)
    await expect(rowOf(page, 'Late.txt')).toHaveCount(0)
  })
  await test.step('a profile, and what was typed stays', () => profile(page))
  await test.step('a subscription', () => subscription(page, person))
})

async function uploadSignedOut(page: Page): Promise<() => void> {
  await expect(page.getByText('No files found')).toBeVisible()
  const letGo = await endSessionElsewhere(page, /\/storage\//)
  const [small, large] = [makeFile(stage.folder, 'Late.txt', 10), makeFile(stage.folder, 'Late.bin', 9 * MEBIBYTE)]
  await chooseFiles(page, [small, large])
  for (const name of ['Late.txt', 'Late.bin'])
    await expect(transferOf(page, name)).toContainText('Your session has ended. Sign in again.')
  await expectDialog(page, 'Error', 'You must be logged in to upload files')
  return letGo
}

async function profile(page: Page): Promise<void> {
  const openSettings = () => page.getByRole('link', { name: 'Settings', exact: true }).click()
  await whileRefused(page, to('GET', /\/profiles\?/), { act: openSettings, sentence: 'Failed to fetch profile' })
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByLabel('Company').fill('Example Works')
  const save = () => page.getByRole('button', { name: 'Save Changes' }).click()
  await whileRefused(page, to('POST', /\/profiles\?/), { act: save, sentence: 'Failed to update profile' })
  await expect(page.getByLabel('Company')).toHaveValue('Example Works')
  await save()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
}

async function subscription(page: Page, person: Person): Promise<void> {
  const openBilling = () => page.getByRole('tab', { name: 'Billing' }).click()
  await whileRefused(page, to('POST', /check-subscription/), {
    act: openBilling,
    sentence: 'Failed to check subscription status',
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  const offer = page.getByRole('button', { name: 'Subscribe to Guardian' })
  // Read before the session ends.
  await expect(offer).toBeVisible()
  const subscribe = () => offer.click()
  const letSubscribe = await endSessionElsewhere(page, /create-checkout/)
  await subscribe()
  await expectDialog(page, 'Authentication Required', 'Please sign in to subscribe')
  await signInAgain(page, person, letSubscribe)

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await openBilling()
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
  const letManage = await endSessionElsewhere(page, /customer-portal/)
  await manage()
  await expectDialog(page, 'Authentication Required', 'Please sign in to manage subscription')
  letManage()
  await expect(page).toHaveURL(/\/login/)
}

async function expectDialog(page: Page, title: string, sentence: string): Promise<void> {
  await expect(page.getByRole('dialog', { name: title, exact: true })).toHaveAccessibleDescription(sentence)
}

async function signInAgain(page: Page, person: Person, letGo: () => void): Promise<void> {
  letGo()
  await expect(page).toHaveURL(/\/login/)
  await signIn(page, person)
  await expectOpenVault(page)
}

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
