import { expect, test } from 'vitest'
import type { VaultFolder } from '#web/lib/remote/vault-client.ts'
import { createFolderTree } from './folder-tree.ts'
import { type MadeFolder, makeFolders } from './make-folders.ts'

const folder = (id: string, name: string, parentId: string | null, trashedAt: string | null = null): VaultFolder => ({
  id,
  spaceId: null,
  name,
  parentId,
  createdAt: '2026-01-01T00:00:00Z',
  isStarred: false,
  trashedAt,
})

async function run(paths: string[][], into: string | null, folders: VaultFolder[] = []) {
  const made: string[] = []
  const create = async ({ name, parentId }: { name: string; parentId: string | null }) => {
    made.push(`${parentId}>${name}`)
    return folder(`new ${name}`, name, parentId)
  }
  const place = into === null ? [] : [folder(into, into, null)]
  const found = await makeFolders(paths, { tree: createFolderTree(folders), into: place, create })
  return { made, found: found.map(pathOf) }
}

/** The ids of the folders, the outermost first. */
const pathOf = (made: MadeFolder) => ('within' in made ? made.within.map(({ id }) => id) : made)

test('each folder is made once, the outer one first', async () => {
  const { made, found } = await run([['a', 'b'], ['a'], ['a', 'b'], []], null)

  expect(made).toEqual(['null>a', 'new a>b'])
  expect(found).toEqual([['new a', 'new b'], ['new a'], ['new a', 'new b'], []])
})

test('folders that are there are used, those in the trash are not', async () => {
  const there = [folder('1', 'a', null), folder('2', 'b', '1', 'now'), folder('3', 'Ré', 'x'), folder('x', 'x', null)]

  expect((await run([['a', 'b']], null, there)).made).toEqual(['1>b'])
  expect(await run([['Re\u0301']], 'x', there)).toEqual({ made: [], found: [['x', '3']] })
  expect(await run([['x\u200e ']], null, there)).toEqual({ made: [], found: [['x']] })
})

test('the same name in two places is two folders', async () => {
  const { made } = await run(
    [
      ['a', 'c'],
      ['b', 'c'],
    ],
    'top',
  )

  expect(made).toEqual(['top>a', 'new a>c', 'top>b', 'new b>c'])
})

test('a folder that cannot be made keeps those inside from being made, and no others', async () => {
  const refusal = new Error('refused')
  const create = async ({ name, parentId }: { name: string; parentId: string | null }) => {
    if (name === 'bad') throw refusal
    return folder(`new ${name}`, name, parentId)
  }
  const paths = [['good'], ['bad'], ['bad', 'inside'], ['good', 'too']]
  const made = await makeFolders(paths, { tree: createFolderTree([]), into: [], create })
  expect(made.map(pathOf)).toEqual([['new good'], { error: refusal }, { error: refusal }, ['new good', 'new too']])
})
