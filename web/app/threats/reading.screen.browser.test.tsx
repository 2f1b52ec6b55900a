import { expect, type Mock, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createStore } from '#web/lib/remote/store.ts'
import { type AccountState, type Pause, VaultError, ZipError } from '#web/lib/remote/vault-client.ts'
import { button } from '#web/ui/testing/mount.tsx'
import { expectToast, pending } from '../testing/failures.ts'
import { storedFile } from '../testing/items.ts'
import { mountScreen } from '../testing/mount-screen.tsx'
import { ADA } from '../testing/quiet-frame.ts'
import type { VaultAnswers } from '../testing/stub-vault.ts'

const SLOWED: Pause = { action: 'throttle', until: null, detector: 'mass_download', reasons: [], takesPassword: true }
const SENTENCE = 'Very many files were read on this new device, so they come one a second.'
const photos = () =>
  Array.from({ length: 4 }, (_, n) => storedFile(`Photo ${n}.jpg`, { mimeType: 'image/jpeg', sizeBytes: 5000 }))
const strip = () => page.getByText(SENTENCE, { exact: false })

/** Begins a read with `act`, and moves the clock to where it takes so long that the page asks why. */
async function takeLong(read: Mock, act: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await act()
  await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(4000)
  vi.useRealTimers()
}

/** My Files as tiles or rows, in a session that a detector slows down or holds once something is read. */
async function mountPhotos(given: { files: VaultAnswers['files']; isSlowed?: boolean; isHeld?: boolean }) {
  const seen = { proofs: [] as string[], asked: 0, pauses: 0 }
  let pause: Pause | null = null
  const state = createStore<AccountState>(ADA)
  const list = photos()
  await mountScreen('/dashboard', {
    account: {
      state,
      askToConfirm: async () => {
        seen.asked += 1
        const { email } = ADA
        state.write({
          kind: 'needs-confirmation',
          email,
          reasons: [],
          apps: [],
          takesPassword: true,
          onlyFactorUntil: null,
        })
      },
    },
    files: { list: async () => list, ...given.files },
    threats: { pause: async () => (seen.pauses++, pause), canaries: async () => [] },
    protection: {
      provePerson: async (password) => {
        seen.proofs.push(password)
        pause = null
      },
    },
  })
  await expect.element(page.getByText('Photo 0.jpg')).toBeVisible()
  await expect.poll(() => seen.pauses).toBe(1)
  if (given.isSlowed) pause = SLOWED
  return seen
}

test('tiles that come slowly say why at the top of the page, and the password there ends it', async () => {
  const thumbnail = vi.fn(pending)
  const seen = await mountPhotos({ files: { thumbnail }, isSlowed: true })
  await expect.element(strip()).not.toBeInTheDocument()
  await takeLong(thumbnail, () => userEvent.click(button('Tiles')))
  await expect.element(strip()).toBeVisible()
  await userEvent.click(button('Confirm that it is you'))
  await expect.element(page.getByText('If it is you who reads these files, confirm', { exact: false })).toBeVisible()
  await userEvent.type(page.getByLabelText('Password', { exact: true }), 'a long password 1')
  await userEvent.keyboard('{Enter}')
  await expectToast('Files come at full speed again', 'You confirmed that it was you.')
  expect(seen.proofs).toEqual(['a long password 1'])
  await expect.element(strip()).not.toBeInTheDocument()
})

test('tiles of a session that is held lead to the page that asks for a confirmation', async () => {
  const thumbnail = async () => {
    throw new VaultError('confirmation_needed', 'Something unusual was noticed')
  }
  await mountPhotos({ files: { thumbnail } })
  await userEvent.click(button('Tiles'))
  await expect.element(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
})

/** Chooses all rows and downloads them as one archive. */
async function downloadAll(): Promise<void> {
  await userEvent.click(page.getByRole('checkbox', { name: 'Select all files and folders' }))
  await userEvent.click(page.getByRole('button', { name: 'Download', exact: true }))
}

test('an archive that comes slowly says why, and one that a held session ends leads to the confirmation', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  const downloadZip = vi.fn(() => promise)
  const seen = await mountPhotos({ files: { downloadZip }, isSlowed: true })
  await takeLong(downloadZip, downloadAll)
  await expect.element(strip()).toBeVisible()
  reject(new ZipError('Photo 2.jpg', new VaultError('confirmation_needed', 'Something unusual was noticed')))
  await expect.element(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  expect(seen.asked).toBe(1)
})

test('a slowed archive that is given up names the file and the reason', async () => {
  const downloadZip = async () => {
    throw new ZipError('Photo 2.jpg', new VaultError('reading_slowed', 'slowed'))
  }
  await mountPhotos({ files: { downloadZip }, isSlowed: true })
  await downloadAll()
  await expectToast(
    'Download Error',
    'Failed at Photo 2.jpg; nothing of the archive was saved. Very many files were read on this new device, so they come one a second. Confirm on the page Security that it is you, and they come at full speed again.',
  )
  await expect.element(strip()).toBeVisible()
})
