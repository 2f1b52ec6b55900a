import { type Page, expect } from '@playwright/test'
import { expectAccessibleEverywhere } from '../support/accessible.ts'
import { chooseFiles, signIn, dialogOf, comeBack } from '../support/account/person.ts'
import { type Stage, lock, makeFile, newPerson, rowOf, unlock } from '../support/transfers.ts'
import { test } from '../support/shared-stage.ts'

let stage: Stage
test.beforeAll(({ sharedStage }) => {
  stage = sharedStage
})

test('after unlocking, the list comes from this device while the server still thinks, and from the server where its page is damaged', async ({
  page,
}) => {
  const person = await newPerson(page, stage.gate.url)
  await chooseFiles(
    page,
    ['Annual report.pdf', 'Budget.xlsx'].map((name) => makeFile(stage.folder, name, 900)),
  )
  await expect(rowOf(page, 'Budget.xlsx')).toBeVisible()
  await expect(rowOf(page, 'Annual report.pdf')).toBeVisible()
  await createFolder(page, 'Board papers')
  await rowOf(page, 'Budget.xlsx').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Make a copy' }).click()
  await expect(rowOf(page, 'Budget (2).xlsx')).toBeVisible()
  await expectHeld(page, 2)
  await page.reload()

  const release = await hold(page)
  await unlock(page, person)

  await expect(rowOf(page, 'Annual report.pdf')).toBeVisible()
  await expect(rowOf(page, 'Board papers')).toBeVisible()
  await expect(rowOf(page, 'Budget (2).xlsx')).toBeVisible()
  await expect(page.getByText('As this device last saw it; looking for changes…')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByPlaceholder('Search encrypted files...').first().fill('budg')
  await expect(rowOf(page, 'Annual report.pdf')).toHaveCount(0)
  await expect(rowOf(page, 'Budget.xlsx')).toBeVisible()

  release()
  await expect(page.getByText('As this device last saw it; looking for changes…')).toHaveCount(0)

  await page.getByPlaceholder('Search encrypted files...').first().fill('')
  await expectHeld(page, 2)
  await lock(page)
  await damagePages(page)
  await unlock(page, person)
  await expect(rowOf(page, 'Annual report.pdf')).toBeVisible()
  await expect(rowOf(page, 'Board papers')).toBeVisible()
})

test('what another browser changed is there, and what it deleted is not', async ({ page, browser }) => {
  const person = await newPerson(page, stage.gate.url)
  await chooseFiles(
    page,
    ['Old name.txt', 'Doomed.txt', 'Same.txt'].map((name) => makeFile(stage.folder, name, 90)),
  )
  await expect(rowOf(page, 'Same.txt')).toBeVisible()
  await expect(rowOf(page, 'Doomed.txt')).toBeVisible()
  await expectHeld(page, 1)
  await lock(page)

  const other = await (await browser.newContext()).newPage()
  await other.goto(`${stage.gate.url}/login`)
  await signIn(other, person)
  await rowOf(other, 'Old name.txt').click()
  await other.keyboard.press('F2')
  await expect(dialogOf(other).getByRole('textbox')).toBeFocused()
  await other.keyboard.press('Control+a')
  await other.keyboard.type('New name.txt')
  await other.keyboard.press('Enter')
  await expect(rowOf(other, 'New name.txt')).toBeVisible()
  await rowOf(other, 'Doomed.txt').click()
  await other.keyboard.press('Delete')
  await expect(rowOf(other, 'Doomed.txt')).toHaveCount(0)
  await chooseFiles(other, makeFile(stage.folder, 'Added.txt', 90))
  await expect(rowOf(other, 'Added.txt')).toBeVisible()
  await other.context().close()

  await unlock(page, person)
  await expect(rowOf(page, 'New name.txt')).toBeVisible()
  await expect(rowOf(page, 'Added.txt')).toBeVisible()
  await expect(rowOf(page, 'Same.txt')).toBeVisible()
  await expect(rowOf(page, 'Old name.txt')).toHaveCount(0)
  await expect(rowOf(page, 'Doomed.txt')).toHaveCount(0)
})

test('two tabs write the same list, and neither spoils it', async ({ page, context }) => {
  const person = await newPerson(page, stage.gate.url)
  await chooseFiles(page, makeFile(stage.folder, 'From the first.txt', 90))
  await expect(rowOf(page, 'From the first.txt')).toBeVisible()
  const second = await context.newPage()
  await second.goto(`${stage.gate.url}/dashboard`)
  await unlock(second, person)
  await expect(rowOf(second, 'From the first.txt')).toBeVisible()

  await chooseFiles(second, makeFile(stage.folder, 'From the second.txt', 90))
  await expect(rowOf(second, 'From the second.txt')).toBeVisible()
  await chooseFiles(page, makeFile(stage.folder, 'Once more.txt', 90))
  for (const name of ['From the second.txt', 'Once more.txt']) await expect(rowOf(page, name)).toBeVisible()
  // The writer goes; the other takes over.
  await page.close()
  await chooseFiles(second, makeFile(stage.folder, 'Last.txt', 90))
  await expect(rowOf(second, 'Last.txt')).toBeVisible()
  await expectHeld(second, 1)
  await second.reload()

  const release = await hold(second)
  await unlock(second, person)
  for (const name of ['From the first.txt', 'From the second.txt', 'Once more.txt', 'Last.txt']) {
    await expect(rowOf(second, name)).toHaveCount(1)
  }
  release()
})

test('no name lies on the device in the clear, and signing out leaves nothing', async ({ page }) => {
  await newPerson(page, stage.gate.url)
  await chooseFiles(page, makeFile(stage.folder, 'Merger with Initech.pdf', 90))
  await expect(rowOf(page, 'Merger with Initech.pdf')).toBeVisible()
  await createFolder(page, 'Project Falcon')
  // It has a version that a server must not go back behind.
  await rowOf(page, 'Merger with Initech.pdf').click()
  await page.keyboard.press('F2')
  await expect(dialogOf(page).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Merger with Initrode.pdf')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Merger with Initrode.pdf')).toBeVisible()
  await expectHeld(page, 2)
  await expect.poll(() => heldCount(page, 'quantumshield-versions', 'files')).toBe(1)

  const dump = await dumpDevice(page)
  expect(dump.length).toBeGreaterThan(100)
  for (const word of ['Merger', 'Initech', 'Initrode', 'Falcon', 'application/pdf']) expect(dump).not.toContain(word)

  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('menuitem', { name: /Log ?out|Sign out/i }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await expect.poll(() => heldPages(page)).toBe(0)
  expect(await heldCount(page, 'quantumshield-versions', 'files')).toBe(0)
})

/** One bit of each page of the lists on this device. */
async function damagePages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
    const database = await settled(indexedDB.open('quantumshield-lists'))
    const pages = database.transaction('pages', 'readwrite').objectStore('pages')
    const keys = await settled(pages.getAllKeys())
    for (const key of keys) {
      const page = (await settled(pages.get(key))) as { sealed: Uint8Array }
      page.sealed[40] = (page.sealed[40] ?? 0) ^ 1
      await settled(pages.put(page, key))
    }
    database.close()
  })
}

async function createFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New Folder' }).click()
  await page.getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, name)).toBeVisible()
}

/** Keeps back what the server says about files and folders, until it is released. */
async function hold(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(/\/rest\/v1\/(rpc\/file_changes|file_records|folders)/, async (route) => {
    await gate.promise
    await route.continue()
  })
  return () => gate.resolve()
}

/** Waits until the device holds as many pages, and every change of a file that the server knows. */
async function expectHeld(page: Page, pages: number): Promise<void> {
  await expect.poll(() => heldPages(page)).toBeGreaterThanOrEqual(pages)
  const newest = await newestChange(page)
  await expect(async () => {
    // Where another transaction was open meanwhile, the device knows only with its next reading that nothing is missing.
    await comeBack(page)
    expect(await heldUpTo(page)).toBeGreaterThan(newest)
  }).toPass()
}

async function newestChange(page: Page): Promise<number> {
  const session = await page.evaluate(() => localStorage.getItem('quantumshield-session') ?? '{}')
  const { access_token } = JSON.parse(session) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const newest = `${stage.server.url}/rest/v1/file_records?select=changed&order=changed.desc&limit=1`
  const [row] = (await (await page.request.get(newest, { headers })).json()) as { changed: number }[]
  if (!row) throw new Error('the server has no file of this person')
  return row.changed
}

/** The change up to which the list of files on this device is complete. */
async function heldUpTo(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
    const database = await settled(indexedDB.open('quantumshield-lists'))
    const spaces = database.transaction('spaces').objectStore('spaces')
    const keys = (await settled(spaces.getAllKeys())) as [string, string][]
    const files = keys.find(([, space]) => !space.endsWith('/folders'))
    const stored = files && ((await settled(spaces.get(files))) as { cursor: number })
    database.close()
    return stored?.cursor ?? 0
  })
}

const heldPages = (page: Page): Promise<number> => heldCount(page, 'quantumshield-lists', 'pages')

/** Rows in a store of this device. */
async function heldCount(page: Page, database: string, store: string): Promise<number> {
  return page.evaluate(
    async ([name, rows]) => {
      const databases = await indexedDB.databases()
      if (!databases.some((one) => one.name === name)) return 0
      const settled = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
      const opened = await settled(indexedDB.open(name))
      if (!opened.objectStoreNames.contains(rows)) return (opened.close(), 0)
      const count = await settled(opened.transaction(rows).objectStore(rows).count())
      opened.close()
      return count
    },
    [database, store] as const,
  )
}

/** Every byte of every database of this origin, as Latin-1. */
async function dumpDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
    let dump = JSON.stringify(localStorage)
    const collect = (value: unknown): void => {
      if (value instanceof Uint8Array || value instanceof ArrayBuffer) {
        dump += new TextDecoder('latin1').decode(value)
      } else if (value && typeof value === 'object') {
        for (const one of Object.values(value)) collect(one)
      } else dump += ` ${String(value)}`
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        collect(await settled(database.transaction(store).objectStore(store).getAllKeys()))
        collect(await settled(database.transaction(store).objectStore(store).getAll()))
      }
      database.close()
    }
    return dump
  })
}
