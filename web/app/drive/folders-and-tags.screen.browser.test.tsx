import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FileTag, VaultFolder, VaultTag } from '#web/lib/remote/vault-client.ts'
import { button } from '#web/ui/testing/mount.tsx'
import { OUR_SIDE, expectToast, failing } from '../testing/failures.ts'
import { storedFile, storedFolder } from '../testing/items.ts'
import { mountScreen } from '../testing/mount-screen.tsx'
import type { VaultAnswers } from '../testing/stub-vault.ts'

const FILE = storedFile('Kept.txt')
const URGENT: VaultTag = { id: 'urgent', name: 'Urgent', color: '#dc2626' }
const row = () => page.getByRole('row').filter({ hasText: 'Kept.txt' })

/** The document manager over what the vault holds, which its calls may change. */
async function mountDocuments(
  given: { folders?: VaultFolder[]; tags?: VaultTag[]; pairs?: FileTag[] },
  over: VaultAnswers,
) {
  const { folders = [], tags = [], pairs = [] } = given
  await mountScreen('/dashboard?tab=documents', {
    ...over,
    files: { list: async () => [FILE] },
    folders: { list: async () => [...folders], ...over.folders },
    tags: { list: async () => [...tags], pairs: async () => [...pairs], ...over.tags },
  })
  await expect.element(row()).toBeVisible()
}

async function createFolder(): Promise<void> {
  await userEvent.click(button('New Folder'))
  await userEvent.fill(page.getByLabelText('Folder name'), 'Legal')
  await userEvent.keyboard('{Enter}')
}

async function createTag(): Promise<void> {
  await userEvent.click(button('New Tag'))
  await userEvent.fill(page.getByLabelText('Tag name'), 'Urgent')
  await userEvent.click(button('Create tag'))
}

async function chooseFrom(menu: string, item: string): Promise<void> {
  await userEvent.click(button(menu))
  await userEvent.click(page.getByRole('menuitem', { name: item }))
}

test('a folder that could not be made is reported and not shown; one that was made is both said and shown', async () => {
  const folders: VaultFolder[] = []
  let create: () => Promise<VaultFolder> = failing
  await mountDocuments({ folders }, { folders: { create: () => create() } })
  await createFolder()
  await expectToast('Error', `Failed to create folder. ${OUR_SIDE}`)
  await expect.element(button('Legal')).not.toBeInTheDocument()

  create = async () => {
    const made = storedFolder('Legal')
    folders.push(made)
    return made
  }
  await createFolder()
  await expectToast('Folder created successfully')
  await expect.element(button('Legal')).toBeVisible()
})

test('a folder that could not be deleted is reported, and stays', async () => {
  await mountDocuments({ folders: [storedFolder('Legal')] }, { items: { trash: failing } })
  await chooseFrom('Folder Legal: more', 'Delete')
  await expectToast('Error', `Failed to delete folder. ${OUR_SIDE}`)
  await expect.element(button('Legal')).toBeVisible()
})

test('a tag that could not be made is reported and not shown; one that was made is both said and shown', async () => {
  const tags: VaultTag[] = []
  let create: () => Promise<VaultTag> = failing
  await mountDocuments({ tags }, { tags: { create: () => create() } })
  await createTag()
  await expectToast('Error', `Failed to create tag. ${OUR_SIDE}`)
  await expect.element(button('Urgent')).not.toBeInTheDocument()

  create = async () => (tags.push(URGENT), URGENT)
  await createTag()
  await expectToast('Tag created successfully')
  await expect.element(button('Urgent')).toBeVisible()
})

test('a tag that could not be put on a file is reported, and is not on it', async () => {
  await mountDocuments({ tags: [URGENT] }, { tags: { addToFile: failing } })
  await chooseFrom('Tags of Kept.txt', 'Add Urgent tag')
  await expectToast('Error', `Failed to add tag to file. ${OUR_SIDE}`)
  await expect.element(row()).not.toMatchTextContent('Urgent')
})

test('a tag that could not be taken off a file is reported, and stays on it', async () => {
  const pairs = [{ fileId: FILE.id, tagId: URGENT.id }]
  await mountDocuments({ tags: [URGENT], pairs }, { tags: { removeFromFile: failing } })
  await chooseFrom('Tags of Kept.txt', 'Remove Urgent tag')
  await expectToast('Error', `Failed to remove tag from file. ${OUR_SIDE}`)
  await expect.element(row()).toMatchTextContent('Urgent')
})

test('a tag that could not be deleted is reported, and stays', async () => {
  await mountDocuments({ tags: [URGENT] }, { tags: { remove: failing } })
  await chooseFrom('Tag Urgent: more', 'Delete')
  await userEvent.click(button('Delete tag'))
  await expectToast('Error', `Failed to delete tag. ${OUR_SIDE}`)
  await expect.element(button('Urgent')).toBeVisible()
})
