import { beforeEach, describe, expect, test } from 'vitest'
import type { VaultFile } from '#vault/files/file-records.ts'
import type { ListNews } from '../../workers/device/file-lists.ts'
import type { AccountState } from '../account/account-state.ts'
import { createStore } from '../remote/store.ts'
import { createFileList } from './file-list.ts'

const OPEN: AccountState = { kind: 'open', email: 'a@example.com', userId: 'u', firstName: 'A', keyFingerprint: 'f' }
const file = (id: string, day: number) => ({ id, createdAt: `2026-01-${String(day).padStart(2, '0')}` }) as VaultFile
const files = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => file(`f${from + at}`, (from + at) % 28))
const news = (part: Partial<ListNews>) => part as ListNews

type Sync = { isSynced: boolean; hear: (news: ListNews) => void; end: () => void; fail: (error: Error) => void }
let syncs: Sync[]
let account: ReturnType<typeof createStore<AccountState>>
let list: ReturnType<typeof createFileList>
let shown: string[][]

beforeEach(() => {
  syncs = []
  shown = []
  account = createStore<AccountState>(OPEN)
  const sync = (isSynced: boolean, hear: (news: ListNews) => void) =>
    new Promise<void>((end, fail) => syncs.push({ isSynced, hear, end, fail }))
  list = createFileList(Promise.resolve({ workers: { vault: { files: { sync } } } }), account)
})

const ids = (found: readonly VaultFile[]) => found.map(({ id }) => id)
const begin = async () => {
  const result = list.list((part) => shown.push(ids(part)))
  result.catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve))
  const current = syncs.at(-1)
  if (!current) throw new Error('no reading began')
  return { result, ...current }
}
const readAll = async (...all: VaultFile[]) => {
  const { result, hear, end } = await begin()
  hear(news({ changed: all }))
  end()
  return result
}

describe('the first reading', () => {
  test('asks for everything and returns it, newest first', async () => {
    const { result, isSynced, hear, end } = await begin()
    expect(isSynced).toBe(false)
    hear(news({ changed: [file('old', 1), file('new', 9), file('middle', 5)] }))
    end()
    expect(ids(await result)).toEqual(['new', 'middle', 'old'])
  })

  test('shows the first page of what the device holds, then all of it', async () => {
    const { hear } = await begin()
    hear(news({ changed: files(0, 10) }))
    hear(news({ changed: files(10, 20) }))
    hear(news({ changed: files(20, 30), isHeld: true }))
    expect(shown.map(({ length }) => length)).toEqual([10, 30])
    expect(list.reading.read()).toEqual({ kind: 'from-device' })
  })

  test('of a list from the server shows it again when there is more than four times as much', async () => {
    const { hear } = await begin()
    const progress = { read: 1, total: 100 }
    hear(news({ changed: files(0, 2), progress }))
    for (let at = 2; at < 40; at += 2) hear(news({ changed: files(at, at + 2), progress }))
    expect(shown.map(({ length }) => length)).toEqual([2, 10])
    expect(list.reading.read()).toEqual({ kind: 'whole', ...progress })
  })

  test('shows nothing of an empty list', async () => {
    const { hear, end, result } = await begin()
    hear(news({ isHeld: true }))
    end()
    expect(await result).toEqual([])
    expect(shown).toEqual([])
  })

  test('is over when it says that nothing is being read', async () => {
    await readAll(file('a', 1))
    expect(list.reading.read()).toBeNull()
  })
})

describe('a later reading', () => {
  test('asks for what is new, shows no part of it, and keeps the array when there is nothing', async () => {
    const first = await readAll(file('a', 1), file('b', 2))
    const { result, isSynced, hear, end } = await begin()
    expect(isSynced).toBe(true)
    shown = []
    hear(news({ progress: { read: 1, total: 2 } }))
    expect(list.reading.read()).toBeNull()
    end()
    expect(await result).toBe(first)
    expect(shown).toEqual([])
  })

  test('takes up changes and removals', async () => {
    await readAll(file('a', 1), file('b', 2))
    const { result, hear, end } = await begin()
    hear(news({ changed: [file('c', 3)], removed: ['a'] }))
    end()
    expect(ids(await result)).toEqual(['c', 'b'])
  })

  test('waits for the one before', async () => {
    const first = await begin()
    const second = list.list()
    await new Promise((resolve) => setTimeout(resolve))
    expect(syncs).toHaveLength(1)
    first.end()
    await first.result
    await new Promise((resolve) => setTimeout(resolve))
    expect(syncs.map(({ isSynced }) => isSynced)).toEqual([false, true])
    syncs[1]?.end()
    await second
  })

  test('is of everything after one that failed, and what had gone meanwhile is gone', async () => {
    await readAll(file('a', 1), file('gone', 2))
    const failed = await begin()
    failed.fail(new Error('offline'))
    await expect(failed.result).rejects.toThrow('offline')
    expect(list.reading.read()).toBeNull()

    const { result, isSynced, hear, end } = await begin()
    expect(isSynced).toBe(false)
    hear(news({ changed: [file('a', 1)] }))
    end()
    expect(ids(await result)).toEqual(['a'])
  })
})

describe('when the vault closes', () => {
  test('nothing of its list is in the next one', async () => {
    await readAll(file('secret', 1))
    account.write({ kind: 'locked', email: 'a@example.com' })
    account.write(OPEN)
    expect(ids(await readAll(file('other', 1)))).toEqual(['other'])
    expect(syncs.at(-1)?.isSynced).toBe(false)
  })

  test('news of a reading that was under way are not shown any more', async () => {
    const { hear, end, result } = await begin()
    account.write({ kind: 'signed-out' })
    account.write({ ...OPEN, userId: 'somebody else' })
    hear(news({ changed: [file('secret', 1)], isHeld: true }))
    expect(shown).toEqual([])
    expect(list.reading.read()).toBeNull()
    end()
    expect(await result).toEqual([])
  })
})
