import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createStore } from '#web/lib/remote/store.ts'
import type { ListReading, VaultFile } from '#web/lib/remote/vault-client.ts'
import { button } from '#web/ui/testing/mount.tsx'
import { OUR_SIDE, expectToast, failing, toasts } from '../testing/failures.ts'
import { storedFile } from '../testing/items.ts'
import { mountScreen } from '../testing/mount-screen.tsx'

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const alert = (sentence: string) => page.getByRole('alert').filter({ hasText: sentence })

/** A call that fails while `isBroken`, and answers what `then` gives after it. */
function mending<Answer>(then: () => Answer) {
  const call = { isBroken: true, asked: 0, answer: async () => (call.asked++, call.isBroken ? failing() : then()) }
  return call
}

test('a list of files that could not be read says so, and Retry reads it', async () => {
  const files = mending(() => [storedFile('Kept.txt')])
  await mountScreen('/dashboard', { files: { list: files.answer } })
  await expectToast('Error', `Failed to fetch files. ${OUR_SIDE}`)
  await expect.element(alert(`Failed to fetch files. ${OUR_SIDE}`)).toBeVisible()
  // Two more times before it is given up.
  expect(files.asked).toBe(3)

  files.isBroken = false
  await userEvent.click(button('Retry'))
  await expect.element(row('Kept.txt')).toBeVisible()
  await expect.element(alert('Failed')).not.toBeInTheDocument()
})

test('folders and tags that could not be read are named one by one, and Retry reads the folders', async () => {
  const folders = mending(() => [])
  await mountScreen('/dashboard', {
    files: { list: async () => [storedFile('Kept.txt')] },
    folders: { list: folders.answer },
    tags: { list: failing },
  })
  await expectToast('Error', `Failed to fetch folders. ${OUR_SIDE}`)
  await expectToast('Error', `Failed to fetch tags. ${OUR_SIDE}`)
  await expect.element(alert('Failed to fetch folders')).toBeVisible()

  folders.isBroken = false
  await userEvent.click(button('Retry'))
  await expect.element(row('Kept.txt')).toBeVisible()
})

test('tags of files and roles that could not be read are not reported; without roles no tab of the log is there', async () => {
  const pairs = mending(() => [])
  const roles = mending(() => [])
  await mountScreen('/dashboard', {
    files: { list: async () => [storedFile('Kept.txt')] },
    tags: { pairs: pairs.answer },
    roles: { list: roles.answer },
  })
  await expect.element(row('Kept.txt')).toBeVisible()
  await expect.poll(() => [pairs.asked, roles.asked]).toEqual([3, 3])
  await expect.element(page.getByRole('tab', { name: 'Settings' })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Audit Logs' })).not.toBeInTheDocument()
  expect(toasts()).toEqual([])
})

test('while the list is read, it says so; one without files invites to upload', async () => {
  const list = Promise.withResolvers<[]>()
  await mountScreen('/dashboard', { files: { list: () => list.promise } })
  await expect.element(page.getByText('Loading files')).toBeInTheDocument()
  expect(page.getByText('No files found').elements()).toEqual([])

  list.resolve([])
  await expect.element(page.getByText('No files found')).toBeVisible()
  await expect.element(page.getByText('Upload your first file to get started')).toBeVisible()
  await expect.element(page.getByText('Loading files')).not.toBeInTheDocument()
})

test('what this device holds is listed and searched while the server is asked, and says so until it has answered', async () => {
  const held = ['Annual report.pdf', 'Budget.xlsx'].map((name) => storedFile(name))
  const fresh = Promise.withResolvers<VaultFile[]>()
  const reading = createStore<ListReading | null>({ kind: 'from-device' })
  await mountScreen('/dashboard', { files: { list: (onPart) => (onPart?.(held), fresh.promise), reading } })
  await expect.element(row('Annual report.pdf')).toBeVisible()
  const note = page.getByText('As this device last saw it; looking for changes…')
  await expect.element(note).toBeVisible()
  await userEvent.fill(page.getByPlaceholder('Search encrypted files...'), 'budg')
  await expect.element(row('Annual report.pdf')).not.toBeInTheDocument()
  await expect.element(row('Budget.xlsx')).toBeVisible()

  await userEvent.fill(page.getByPlaceholder('Search encrypted files...'), '')
  reading.write(null)
  fresh.resolve([...held.slice(0, 1), storedFile('Added.txt')])
  await expect.element(row('Added.txt')).toBeVisible()
  await expect.element(row('Budget.xlsx')).not.toBeInTheDocument()
  await expect.element(note).not.toBeInTheDocument()
})
