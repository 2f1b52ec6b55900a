import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { folderRefused } from '#vault/folders/refused-folder.ts'
import { type FoundPerson, type TeamSpace, type VaultClient, VaultError } from '#web/lib/remote/vault-client.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { button, keys } from '#web/ui/testing/mount.tsx'
import { toasts } from '../testing/failures.ts'
import { storedFile, storedFolder } from '../testing/items.ts'
import { mountScreen } from '../testing/mount-screen.tsx'

type Link = Parameters<VaultClient['sharing']['shareSeveralByLink']>[0]
type Copy = Parameters<VaultClient['items']['copy']>[0]

const BOARD = {
  id: '00000000-0000-4000-8000-0000000000b0',
  name: 'Board',
  role: 'editor',
  members: [],
  problem: null,
} as unknown as TeamSpace

const BOB: FoundPerson = {
  userId: 'bob',
  email: 'bob@example.org',
  name: 'Bob Example',
  trust: 'compared',
  isAddressKnown: true,
  safetyNumber: '',
}

/** The folder Photos, in which a server shows the folder Salaries as well. */
async function mountPhotos(refusal = new VaultError('not_as_shown', 'It lies elsewhere.')) {
  const photos = storedFolder('Photos')
  const salaries = storedFolder('Salaries', { parentId: photos.id })
  const beach = storedFile('beach.jpg', { folderId: photos.id })
  const pay = storedFile('2026.csv', { folderId: salaries.id, version: 3 })
  const links: Link[] = []
  const copies: Copy[] = []
  const given: string[] = []
  const chains: unknown[] = []
  await mountScreen('/dashboard', {
    files: { list: async () => [beach, pay] },
    folders: { list: async () => [photos, salaries] },
    spaces: { list: async () => [BOARD], files: async () => [], folders: async () => [] },
    sharing: {
      byMe: async () => ({ people: [], links: [] }),
      findPerson: async () => BOB,
      shareWithPeople: async ({ id, name, within }) => {
        if (id === pay.id) throw refusal
        given.push(name)
        chains.push(within?.map((folder) => folder.name))
        return []
      },
      shareSeveralByLink: async (wanted) => {
        links.push(wanted)
        return 'https://example.org/s/1#secret'
      },
    },
    items: {
      copy: async (copy) => {
        copies.push(copy)
        return { fileIds: [], folderIds: ['copied'], spaceId: BOARD.id }
      },
    },
  })
  await expect.element(page.getByRole('row').filter({ hasText: 'Photos' })).toBeVisible()
  return { links, copies, given, chains, photos, beach, pay }
}

async function choose(command: string): Promise<void> {
  ;(page.getByRole('grid').element() as HTMLElement).focus()
  await keys('{ArrowDown}', '{Shift>}{F10}{/Shift}')
  await userEvent.click(page.getByRole('menuitem', { name: command }))
}

test('every name is shown, each folder by its path, before a folder is shared, and these files are', async () => {
  const { links, photos, beach, pay } = await mountPhotos()
  await choose('Share files in it')
  const names = page.getByRole('region', { name: 'Files that go along' })
  await expect.element(names).toMatchTextContent('Photosbeach.jpgPhotos / Salaries2026.csv')
  await expectAccessible()
  await userEvent.click(button('Create link'))
  await expect
    .poll(() => links)
    .toMatchObject([
      {
        folder: { id: photos.id, spaceId: null, name: 'Photos', parentId: null },
        files: [
          {
            shown: { id: beach.id, spaceId: null, folderId: photos.id, name: 'beach.jpg', version: 1 },
            within: [{ id: photos.id }],
          },
          {
            shown: { id: pay.id, folderId: pay.folderId, name: '2026.csv', version: 3 },
            within: [{ id: photos.id }, { id: pay.folderId, parentId: photos.id, name: 'Salaries' }],
          },
        ],
      },
    ])
})

test.each([
  ['a file', new VaultError('not_as_shown', 'It lies elsewhere.'), 'not in the folder'],
  ['a file in a folder', folderRefused('Salaries'), 'The folder Salaries does not lie where it was shown'],
])(
  '%s that is not as it was shown is left out, named as the reason, and the others are shared',
  async (_, refusal, reason) => {
    const { given, chains } = await mountPhotos(refusal)
    await choose('Share files in it')
    await userEvent.fill(page.getByLabelText('Name or email of a colleague'), BOB.email)
    await userEvent.keyboard('{Enter}')
    await expect.poll(toasts).toEqual([expect.stringContaining('1 of 2 files'), expect.stringContaining(reason)])
    expect(given).toEqual(['beach.jpg'])
    expect(chains).toEqual([['Photos']])
  },
)

test('a folder goes to another space after every name was shown, and not before', async () => {
  const { copies, beach, pay } = await mountPhotos()
  const ask = async () => {
    await choose('Copy to…')
    await userEvent.click(page.getByRole('treeitem', { name: 'Board' }))
    await userEvent.click(button('Copy here'))
    await expect.element(page.getByRole('dialog', { name: 'Copy Photos to Board?' })).toBeVisible()
  }
  await ask()
  const names = page.getByRole('region', { name: 'What goes along' })
  await expect.element(names).toMatchTextContent('Photosbeach.jpgPhotos / Salaries2026.csv')
  await expectAccessible()
  await userEvent.click(button('Cancel'))
  await expect.element(names).not.toBeInTheDocument()
  expect(copies).toEqual([])

  await ask()
  await userEvent.click(button('Copy'))
  await expect.poll(() => copies.length).toBe(1)
  expect(copies[0]?.files.map(({ shown }) => [shown.id, shown.folderId])).toEqual([
    [pay.id, pay.folderId],
    [beach.id, beach.folderId],
  ])
})
