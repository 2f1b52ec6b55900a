import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { VaultClient, VaultFile, VaultFolder } from '#web/lib/remote/vault-client.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { button } from '#web/ui/testing/mount.tsx'
import { toasts } from '../testing/failures.ts'
import { storedFile, storedFolder } from '../testing/items.ts'
import { mountScreen } from '../testing/mount-screen.tsx'

type Move = Parameters<VaultClient['items']['move']>[0]

const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const question = (title = 'A file of this name is here already') => page.getByRole('dialog', { name: title })
const answer = (choice: string) => userEvent.click(question().getByRole('radio', { name: choice }))
const continueWith = () => userEvent.click(button('Continue'))

/** My Files with these in it. `done` is what the page asked of the vault, in order. */
async function mountFiles(files: VaultFile[], folders: VaultFolder[] = []) {
  const done: string[] = []
  const moves: Move[] = []
  const nameOf = (id: string | undefined) => files.find((file) => file.id === id)?.name
  await mountScreen('/dashboard', {
    files: {
      list: async () => [...files],
      upload: (chosen) => void done.push(...chosen.map(({ name, size }) => `new ${name} of ${size}`)),
      replace: ({ size }, stored) => void done.push(`${stored.name} becomes ${size}`),
    },
    folders: { list: async () => [...folders] },
    items: {
      move: async (move) => void moves.push(move),
      trash: async ({ fileIds }) => void done.push(`trash ${nameOf(fileIds[0])}`),
    },
  })
  await expect.element(row(files[0]?.name ?? '')).toBeVisible()
  return { done, moves }
}

const file = (name: string, bytes: number) => new File(['x'.repeat(bytes)], name)

async function choose(...files: File[]): Promise<void> {
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('the page takes no files')
  await userEvent.upload(input, files)
}

test('an upload whose name is taken asks, while the others continue; both are kept unless another answer is given', async () => {
  const { done } = await mountFiles([storedFile('Report.pdf')])
  await choose(file('Report.pdf', 800), file('Other.txt', 10))
  await expect.element(question()).toMatchTextContent('The new one is called Report (2).pdf.')
  await expect.element(question()).toMatchTextContent('The other one does not wait.')
  expect(done).toEqual(['new Other.txt of 10'])
  await expectAccessible()

  await continueWith()
  await expect.element(question()).not.toBeInTheDocument()
  expect(done).toEqual(['new Other.txt of 10', 'new Report (2).pdf of 800'])
})

test('Skip leaves the new file out', async () => {
  const { done } = await mountFiles([storedFile('Report.pdf')])
  await choose(file('Report.pdf', 800))
  await answer('Skip')
  await continueWith()
  await expect.element(question()).not.toBeInTheDocument()
  expect(done).toEqual([])
})

test('so does closing the question', async () => {
  const { done } = await mountFiles([storedFile('Report.pdf')])
  await choose(file('Report.pdf', 800))
  await expect.element(question()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question()).not.toBeInTheDocument()
  expect(done).toEqual([])
})

test('Replace makes it the content of the stored file, says that the former is kept, and trashes nothing', async () => {
  const { done } = await mountFiles([storedFile('Report.pdf')])
  await choose(file('Report.pdf', 900))
  await answer('Replace')
  await expect.element(question()).toMatchTextContent('What is here now is kept as an earlier version')
  await continueWith()
  await expect.element(question()).not.toBeInTheDocument()
  expect(done).toEqual(['Report.pdf becomes 900'])
  expect(toasts()).toEqual([])
})

test('several names that are taken are one question', async () => {
  const { done } = await mountFiles(['Plan.txt', 'Notes.txt'].map((name) => storedFile(name)))
  await choose(file('Plan.txt', 1), file('Notes.txt', 2))
  const both = question('2 files of the same names are here already')
  await expect.element(both.getByRole('list').getByText('Notes.txt')).toBeVisible()
  await continueWith()
  await expect.element(both).not.toBeInTheDocument()
  expect(done).toEqual(['new Plan (2).txt of 1', 'new Notes (2).txt of 2'])
})

test('moving asks as well: Keep both gives the file another name, and undo gives back name and place', async () => {
  const box = storedFolder('Box')
  const twin = storedFile('Twin.txt')
  const { moves } = await mountFiles([twin, storedFile('Twin.txt', { folderId: box.id })], [box])
  await userEvent.dragAndDrop(row('Twin.txt'), row('Box'))
  await continueWith()
  await expect.poll(toasts).toEqual(['Twin.txt moved to Box'])
  expect(moves).toEqual([{ files: [twin], folders: [], to: box, names: { [twin.id]: 'Twin (2).txt' } }])

  await userEvent.keyboard('{Control>}z{/Control}')
  const moved = { ...twin, folderId: box.id, name: 'Twin (2).txt' }
  await expect
    .poll(() => moves.slice(1))
    .toEqual([{ files: [moved], folders: [], to: null, names: { [twin.id]: 'Twin.txt' } }])
})

test('Replace on a move puts the file that is there into the trash', async () => {
  const box = storedFolder('Box')
  const twin = storedFile('Twin.txt')
  const { done, moves } = await mountFiles([twin, storedFile('Twin.txt', { folderId: box.id })], [box])
  await userEvent.dragAndDrop(row('Twin.txt'), row('Box'))
  await answer('Replace')
  await expect.element(question()).toMatchTextContent('The file that is here moves to the trash')
  await continueWith()
  await expect.poll(() => moves.length).toBe(1)
  expect(done).toEqual(['trash Twin.txt'])
})
