import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { describeContent } from '#server/storage/upkeep/operator.sql.ts'
import { sweepContent, upkeepTasks } from '#server/storage/upkeep/sweep.ts'
import { fileOf, losses, many, server, services, store, useScrubStage } from './scrub-stage.ts'

useScrubStage()

const beginAgain = () => server.database.owner(`update storage.sweep set begun_at = '-infinity', is_running = false`)

/** A store that is well and does not let one file be opened. */
function withoutRight(blob: string): BlobStore {
  return {
    ...store,
    open: async (asked) => {
      if (asked === blob) throw new Error('EACCES')
      return store.open(asked)
    },
  }
}

test('a file that cannot be opened holds up nothing that is looked at again behind it', async () => {
  const blobs = await many(3)
  const kept = blobs.map((blob) => fs.readFileSync(fileOf(blob)))
  for (const blob of blobs) fs.rmSync(fileOf(blob))
  await sweepContent(services())
  expect(await describeContent(server.database, 7)).toMatchObject({ missing: 3 })
  for (const [at, blob] of blobs.entries()) fs.writeFileSync(fileOf(blob), kept[at] ?? '')
  const { rows } = await server.database.owner<{ blob_id: string }>(
    'select blob_id from storage.objects order by id limit 1',
  )
  const [first] = rows
  const { tasks } = upkeepTasks(services(withoutRight(first?.blob_id ?? '')))

  await tasks['storage:sweep']?.({})

  expect(await losses()).toEqual([{ blob: first?.blob_id, problem: 'missing', found_by: 'sweep' }])
})

test('nor the sweep itself, which says nothing of it', async () => {
  const [odd = '', gone = ''] = await many(2)
  fs.truncateSync(fileOf(odd), 3)
  fs.rmSync(fileOf(gone))
  expect(await sweepContent(services(withoutRight(odd)))).toBe(true)
  expect(await losses()).toEqual([{ blob: gone, problem: 'missing', found_by: 'sweep' }])
})

test('a sweep rests after each page for as long as the page took, within its time', async () => {
  const PAGE_MS = 300
  const pages = ['0a000000-0000-4000-8000-000000000000', '5b000000-0000-4000-8000-000000000000']
  const slow: BlobStore = {
    ...store,
    list: async (after) => {
      await sleep(PAGE_MS)
      const upTo = pages[after === undefined ? 0 : pages.indexOf(after) + 1]
      return { blobs: [], upTo: upTo ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff', isLast: upTo === undefined }
    },
  }
  const rests: number[] = []
  const rest = async (ms: number) => void rests.push(ms)

  expect(await sweepContent({ ...services(slow), rest }, { budgetMs: 600_000 })).toBe(true)
  expect(rests).toHaveLength(pages.length)
  // A timer may be a moment early.
  expect(Math.min(...rests)).toBeGreaterThan(PAGE_MS - 5)

  await beginAgain()
  rests.length = 0
  // The page fits into the time, and its rest does not.
  expect(await sweepContent({ ...services(slow), rest }, { budgetMs: 1.5 * PAGE_MS })).toBe(false)
  expect(rests).toEqual([])
})
