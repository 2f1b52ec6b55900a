import { expect, test } from 'vitest'
import type { VaultFile, VaultFolder } from '#web/lib/remote/vault-client.ts'
import type { Item } from '../item.ts'
import { planCopy } from './plan-copy.ts'

const file = (id: string, folderId: string | null) => ({ id, name: `${id}.txt`, folderId }) as VaultFile
const folder = (id: string, parentId: string | null) => ({ id, name: id, parentId }) as VaultFolder
const drive = (items: Item[]) => ({
  contents: (id: string | null) => items.filter((item) => ('parentId' in item ? item.parentId : item.folderId) === id),
})
const shape = (plan: ReturnType<typeof planCopy>) => ({
  folders: plan.folders.map(({ shown, parentId }) => `${parentId ?? ''}/${shown.id}`),
  files: plan.files.map(({ shown, parentId }) => `${parentId ?? ''}/${shown.id}`),
})

test('folders come before what lies in them, and a file selected with its folder is copied once', () => {
  const [a, b] = [folder('a', null), folder('b', 'a')]
  const [inA, inB, top] = [file('in-a', 'a'), file('in-b', 'b'), file('top', null)]
  const everything = drive([a, b, inA, inB, top])
  expect(shape(planCopy([inB, b, top, a], everything))).toEqual({
    folders: ['/a', 'a/b'],
    files: ['/top', 'b/in-b', 'a/in-a'],
  })
  expect(shape(planCopy([b], everything))).toEqual({ folders: ['/b'], files: ['b/in-b'] })
})

test('a circle of folders ends', () => {
  const [a, b] = [folder('a', 'b'), folder('b', 'a')]
  const [inside] = [file('x', 'b')]
  const outside = folder('c', null)
  const circle = { contents: (id: string | null) => ({ a: [b], b: [a, inside], c: [a] })[id ?? ''] ?? [] }
  expect(shape(planCopy([outside], circle)).folders).toEqual(['/c', 'c/a', 'a/b'])
})
