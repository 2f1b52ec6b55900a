import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type DeletedVersion, type EarlierState, VaultError } from '#web/lib/remote/vault-client.ts'
import { button } from '#web/ui/testing/mount.tsx'
import { storedFile, storedFolder } from '../testing/items.ts'
import { mountScreen } from '../testing/mount-screen.tsx'

const FOLDER = storedFolder('Case')
const FILE = storedFile('renamed.txt')
const LOST = storedFile('Damaged name')

const state = (given: Partial<EarlierState> & Pick<EarlierState, 'id' | 'stateId'>): EarlierState => ({
  kind: 'file',
  spaceId: null,
  changedAt: '2026-02-04T12:00:00Z',
  now: { name: 'renamed.txt', folderId: null },
  before: { name: 'plan.txt', folderId: FOLDER.id, signedAt: '2026-02-03T12:00:00Z', signer: null },
  to: FOLDER.id,
  ...given,
})
const OF_FILE = state({ id: FILE.id, stateId: 1 })
const OF_LOST = state({
  id: LOST.id,
  stateId: 2,
  now: null,
  before: { name: 'lost.txt', folderId: null, signedAt: '2026-02-03T12:00:00Z', signer: 'Grace Hopper' },
  to: null,
})
const VERSION: DeletedVersion = {
  id: crypto.randomUUID(),
  file: { id: FILE.id, spaceId: null },
  version: 3,
  contentId: crypto.randomUUID(),
  sizeBytes: 5,
  name: 'plan.txt',
  mimeType: 'text/plain',
  replacedAt: '2026-02-03T12:00:00Z',
  deletedAt: '2026-02-04T12:00:00Z',
  isDamaged: false,
}

async function mountTrash(putBack: (state: EarlierState) => Promise<void>, refused = 0): Promise<EarlierState[]> {
  const done: EarlierState[] = []
  await mountScreen('/dashboard?tab=files&view=trash', {
    files: { list: async () => [FILE, LOST] },
    folders: { list: async () => [FOLDER] },
    putBack: {
      list: async () => ({ offered: [OF_FILE, OF_LOST], refused }),
      versions: async () => ({ offered: [VERSION], refused: 0 }),
      putBack: async (wanted) => {
        await putBack(wanted)
        done.push(wanted)
      },
      putBackVersions: async () => 1,
    },
  })
  await userEvent.click(button('Put back changes'))
  return done
}

test('each line says what it is now, where it goes, and who signed what comes back', async () => {
  await mountTrash(async () => undefined, 2)
  for (const line of [
    /^Now called renamed\.txt, in My Files\s· goes to Case\s· changed .*\s· signed .* by you$/,
    /^Damaged now, does not open\s· goes to My Files\s· changed .* by Grace Hopper$/,
    /^Version 3, deleted /,
  ])
    await expect.element(page.getByText(line)).toBeVisible()
  await expect.element(page.getByText('2 kept states were changed or damaged. They are not offered.')).toBeVisible()
})

test('only what is ticked is put back, and what could not be is named with its reason', async () => {
  const refuse = async ({ id }: EarlierState) => {
    if (id === LOST.id) throw new VaultError('file_damaged', 'x')
  }
  const done = await mountTrash(refuse)
  await userEvent.click(page.getByRole('checkbox', { name: /Deleted version of plan/ }))
  await userEvent.click(button('Put back 2'))
  await expect.element(page.getByText('1 was put back.')).toBeVisible()
  await expect.element(page.getByText('One could not be put back:')).toBeVisible()
  await expect.element(page.getByText(/^lost\.txt: /)).toBeVisible()
  expect(done).toEqual([OF_FILE])
})

test('it can be stopped between two, and says how many were not tried', async () => {
  let release = () => undefined as void
  const done = await mountTrash(() => new Promise((resolve) => (release = resolve)))
  await userEvent.click(button('Put back 3'))
  await expect.element(page.getByText('0 of 3 put back')).toBeVisible()
  await userEvent.click(button('Stop'))
  release()
  await expect.element(page.getByText('1 was put back. 2 were not tried, because you stopped.')).toBeVisible()
  expect(done).toEqual([OF_FILE])
})
