import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createStore } from '#web/lib/remote/store.ts'
import type { UploadItem } from '#web/lib/remote/vault-client.ts'
import { sentenceOfCode } from '#web/messages/errors.ts'
import { button } from '#web/ui/testing/mount.tsx'
import { OUR_SIDE, expectToast, failing, toasts } from '../testing/failures.ts'
import { storedFile } from '../testing/items.ts'
import { mountScreen } from '../testing/mount-screen.tsx'
import type { VaultAnswers } from '../testing/stub-vault.ts'

const row = (name: string) => page.getByRole('row').filter({ hasText: name })

/** My Files with one file in it, over a vault that answers `answers` as well. */
async function mountKept({ files, ...answers }: VaultAnswers = {}) {
  const file = storedFile('Kept.txt')
  await mountScreen('/dashboard', { ...answers, files: { list: async () => [file], ...files } })
  await expect.element(row('Kept.txt')).toBeVisible()
}

const upload = (name: string, given: Partial<UploadItem>): UploadItem => {
  return {
    id: name,
    name,
    sizeBytes: 10,
    sentBytes: 0,
    state: 'failed',
    batch: 1,
    problem: null,
    lacks: null,
    ...given,
  }
}

test('an upload that failed names the file and the reason, and Retry begins it again', async () => {
  const uploads = createStore<readonly UploadItem[]>([])
  const resumed: string[] = []
  await mountKept({ files: { uploads, resumeUpload: (id) => void resumed.push(id) } })
  uploads.write([upload('New.txt', { problem: OUR_SIDE })])

  await expectToast('Upload Error', `Failed to upload and encrypt file: New.txt. ${OUR_SIDE}`)
  const transfer = page.getByRole('region', { name: 'Transfers' }).getByRole('listitem')
  await expect.element(transfer.getByText(OUR_SIDE)).toBeVisible()
  await userEvent.click(button('Retry New.txt'))
  expect(resumed).toEqual(['New.txt'])
})

test('uploads without a session say to sign in, once for all of them', async () => {
  const uploads = createStore<readonly UploadItem[]>([])
  await mountKept({ files: { uploads } })
  const problem = 'Your session has ended. Sign in again.'
  uploads.write(['Late.txt', 'Late.bin'].map((name) => upload(name, { problem, lacks: 'session' })))
  await expect.poll(toasts).toEqual(['Error / You must be logged in to upload files'])
})

test('uploads that the organisation has no storage for say whom to ask, and lead to no plan of the person', async () => {
  const uploads = createStore<readonly UploadItem[]>([])
  const problem = sentenceOfCode('organisation_without_room')
  await mountKept({ files: { uploads } })
  uploads.write([upload('New.txt', { problem, lacks: 'shared-room' })])
  const transfers = page.getByRole('region', { name: 'Transfers' })
  await expect
    .element(
      transfers.getByText(
        /^1 file was not stored\. Your organisation has no storage left\. Nothing was stored; delete files for good, or ask its administrators\.$/,
      ),
    )
    .toBeVisible()
  await expect.element(transfers.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(transfers.getByRole('link', { name: 'Change the plan' }).elements()).toEqual([])
})

test('a download that failed is reported', async () => {
  await mountKept({ files: { download: failing } })
  await userEvent.click(button('Download and decrypt Kept.txt'))
  await expectToast('Download Error', `Failed to decrypt and download file. ${OUR_SIDE}`)
})

test('a file that could not be deleted is reported, and stays', async () => {
  await mountKept({ items: { trash: failing } })
  await userEvent.click(button('Delete Kept.txt'))
  await expectToast('Delete Error', `Failed to delete file. ${OUR_SIDE}`)
  await expect.element(row('Kept.txt')).toBeVisible()
  expect(toasts()).toEqual([])
})

test('a link that could not be made is reported, and the file is not called shared', async () => {
  await mountKept({ sharing: { shareByLink: failing } })
  await userEvent.click(button('Share Kept.txt'))
  await userEvent.click(button('Create link'))
  await expectToast('Error', `Failed to update sharing status. ${OUR_SIDE}`)
  await userEvent.keyboard('{Escape}')
  await expect.element(row('Kept.txt')).not.toMatchTextContent('Shared')
})
