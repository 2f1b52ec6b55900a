import { expect, test } from 'vitest'
import { UploadList } from './upload-list.ts'
import { newUpload } from './upload-state.ts'

const OWNER = { userId: 'ada', maxFileBytes: 100 }
const pause = { kind: 'requested', request: 'pause' } as const
const queued = { kind: 'queued', hasFile: true, maxFileBytes: 100 } as const

/** A list with an upload of each size; answers their batches by place. */
function listOf(...sizes: number[]) {
  const list = new UploadList()
  const ids: string[] = []
  const add = (size: number): string => {
    const upload = newUpload({ name: 'a.txt', size, type: '', lastModified: 5 } as File, OWNER)
    list.add(upload)
    ids.push(upload.item.id)
    return upload.item.id
  }
  const seal = (id: string) => {
    list.apply(id, { kind: 'started' })
    list.apply(id, { kind: 'sealed', name: 'a' })
  }
  for (const size of sizes) add(size)
  return { list, ids, add, seal, batches: () => list.all().map(({ item }) => item.batch) }
}

test('uploads are of one batch as long as one of them runs', () => {
  const { ids, add, seal, batches } = listOf(1, 2)
  seal(ids[0]!)
  add(3)
  expect(batches()).toEqual([1, 1, 1])

  for (const id of ids.slice(1)) seal(id)
  add(4)
  expect(batches()).toEqual([1, 1, 1, 2])
})

test('a paused upload that continues alone is a new batch, and one that joins others is of theirs', () => {
  const { list, ids, add, batches } = listOf(1)
  list.apply(ids[0]!, pause)
  list.apply(ids[0]!, queued)
  expect(batches()).toEqual([2])

  const second = add(2)
  list.apply(second, pause)
  list.apply(second, queued)
  expect(batches()).toEqual([2, 2])
})

test('what fails at once is of no batch; what was removed does not keep one open', () => {
  const { list, ids, add, batches } = listOf(101, 1)
  expect(batches()).toEqual([0, 1])

  list.remove(ids[1]!)
  add(2)
  expect(batches()).toEqual([0, 2])
})
