import { expect, test } from 'vitest'
import { readEntries } from './folder-entries.ts'

type Tree = { [name: string]: Tree | string | null }

/** Entries as Chromium gives them: a text is a file, null one that cannot be read. */
function entriesOf(tree: Tree): FileSystemEntry[] {
  return Object.entries(tree).map(([name, content]) => {
    if (content === null || typeof content === 'string') {
      const file = (resolve: (file: File) => void, reject: (error: DOMException) => void): void =>
        typeof tree[name] === 'string'
          ? resolve(new File([tree[name]], name))
          : reject(new DOMException('not readable', 'NotReadableError'))
      return { isFile: true, isDirectory: false, name, file } as unknown as FileSystemEntry
    }
    const createReader = () => {
      let rest = entriesOf(content)
      const readSome = (resolve: (entries: FileSystemEntry[]) => void): void => {
        resolve(rest)
        rest = []
      }
      return { readEntries: readSome }
    }
    return { isFile: false, isDirectory: true, name, createReader } as unknown as FileSystemEntry
  })
}

const shown = ({ files, folders, unread }: Awaited<ReturnType<typeof readEntries>>) => ({
  files: files.map(({ file, path }) => [...path, file.name].join('/')),
  folders: folders.map((path) => path.join('/')),
  unread: unread.map(({ name }) => name),
})

test('folders without files are there, and what cannot be read is named next to the rest', async () => {
  const tree = { Case: { Jan: { 'a.txt': 'a' }, Feb: {}, 'broken.txt': null, 'z.txt': 'z' } }
  const found = await readEntries(entriesOf(tree))
  expect(shown(found)).toEqual({
    files: ['Case/Jan/a.txt', 'Case/z.txt'],
    folders: ['Case', 'Case/Jan', 'Case/Feb'],
    unread: ['Case/broken.txt'],
  })
})

test('what could not be read is read again, to the same place', async () => {
  const tree: { Case: Tree } = { Case: { 'broken.txt': null } }
  const [first] = (await readEntries(entriesOf(tree))).unread
  tree.Case['broken.txt'] = 'mended'
  expect(first && shown(await first.again())).toEqual({ files: ['Case/broken.txt'], folders: [], unread: [] })
})
