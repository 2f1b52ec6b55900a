import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readFacts } from '#server/metrics/facts.sql.ts'
import { BlobStoreError } from '#server/blob-store-error.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { describeScrub } from '#server/storage/upkeep/scrub.ts'
import { sweepContent } from '#server/storage/upkeep/sweep.ts'
import { shortLivedFolder } from '../support/short-lived.ts'
import {
  command,
  commandIn,
  fileOf,
  folder,
  incidents,
  losses,
  many,
  scrub,
  server,
  services,
  store,
  useScrubStage,
} from './scrub-stage.ts'

useScrubStage()

test('a store that is away is no damage', async () => {
  await many(1)
  const refuse = () => Promise.reject(new Error('away'))
  const away: BlobStore = { ...store, open: refuse, checkStore: refuse }
  await expect(scrub({}, away)).rejects.toThrow('The store does not answer (away)')
  expect(await losses()).toEqual([])
  expect(await scrub()).toMatchObject({ outcome: 'finished', read: { blobs: 1 } })
})

test('a folder that was taken away is no loss of all that lay in it', async () => {
  await many(3)
  fs.renameSync(path.join(folder, 'blobs'), path.join(folder, 'elsewhere'))
  await expect(scrub()).rejects.toThrow('The store does not answer')
  fs.renameSync(path.join(folder, 'elsewhere'), path.join(folder, 'blobs'))
  expect(await losses()).toEqual([])
  expect(await scrub()).toMatchObject({ outcome: 'finished', read: { blobs: 3, lost: 0 } })
})

test('an emptied folder is no loss of all that lay in it, and the reading continues where it was', async () => {
  const blobs = await many(30)
  const away = blobs.slice(5)
  const bytes = away.map((blob) => fs.readFileSync(fileOf(blob)))
  for (const blob of away) fs.rmSync(fileOf(blob))

  await expect(scrub()).rejects.toThrow('20 files in a row are missing or cannot be read')

  expect(await losses()).toEqual([])
  expect(await incidents()).toEqual([])
  const facts = { isRunning: true, isClaimed: false, blobs: 5, lost: 0, finishedAt: null }
  expect(await describeScrub(server.database)).toMatchObject(facts)
  const ended = await command('--all')
  expect([ended.code, ended.output]).toEqual([1, expect.stringContaining('Check that the disk is mounted')])
  expect(ended.output).not.toContain('is missing')

  away.forEach((blob, at) => fs.writeFileSync(fileOf(blob), bytes[at] ?? ''))
  expect(await scrub()).toMatchObject({ outcome: 'finished', read: { blobs: 25, lost: 0 } })
})

test('where every other file is gone, only a few of them are said to be lost', async () => {
  const blobs = await many(80)
  for (const [at, blob] of blobs.entries()) if (at % 2 === 0) fs.rmSync(fileOf(blob))

  await expect(scrub()).rejects.toThrow('20 of 39 files')
  expect(await losses()).toHaveLength(19)
  await expect(scrub(), 'another try adds nothing').rejects.toThrow('20 of 39 files')
  expect(await losses()).toHaveLength(19)

  // What the daily comparison has said is known, and holds nothing up.
  await sweepContent(services())
  expect(await scrub()).toMatchObject({ outcome: 'finished', read: { lost: 21 } })
})

test('what is gone at the end of all content is lost like any other', async () => {
  const [, last = ''] = await many(2)
  fs.rmSync(fileOf(last))
  expect((await scrub()).read).toMatchObject({ blobs: 2, lost: 1 })
  expect(await losses()).toEqual([{ blob: last, problem: 'missing', found_by: 'scrub' }])
})

test('a file that cannot be read is counted, is not lost, and holds nothing up', async () => {
  const [first = '', , last = ''] = await many(3)
  const refusing: BlobStore = {
    ...store,
    open: (id) => (id === first ? Promise.reject(new BlobStoreError('403')) : store.open(id)),
  }
  const said: unknown[] = []
  fs.rmSync(fileOf(last))

  const { outcome, read } = await scrub({ say: (found) => said.push(found) }, refusing)

  expect([outcome, read]).toMatchObject(['finished', { blobs: 3, lost: 1, unreadable: 1 }])
  expect(said).toMatchObject([
    { blob: first, problem: 'unreadable', error: { message: '403' } },
    { blob: last, problem: 'missing' },
  ])
  expect(await losses()).toEqual([{ blob: last, problem: 'missing', found_by: 'scrub' }])
  expect(await describeScrub(server.database)).toMatchObject({ unreadable: 1, isRunning: false })
  expect(await readFacts(server.database)).toMatchObject({ content_unreadable: 1 })
})

test('the command says what it could not read, and why', async () => {
  const [first = ''] = await many(2)
  fs.rmSync(fileOf(first))
  // Nobody can open a link to itself, root neither.
  fs.symlinkSync(first, fileOf(first))

  const { code, output } = await command('--all')

  expect(code).toBe(5)
  expect(output).toMatch(new RegExp(`^${first} is unreadable: ELOOP`, 'm'))
  expect(output).toContain('The store did not let 1 of them be read')
  expect(output).toContain('That was the end of all content')
  expect(await losses()).toEqual([])
})

test('the command makes no empty store', async () => {
  await many(1)
  const elsewhere = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-no-content-'))
  onTestFinished(() => fs.rmSync(elsewhere, { recursive: true, force: true }))

  const { code, output } = await commandIn(elsewhere, '--all')

  expect([code, output]).toEqual([1, expect.stringContaining('There is no stored content in')])
  expect(fs.readdirSync(elsewhere)).toEqual([])
  expect(await losses()).toEqual([])
})
