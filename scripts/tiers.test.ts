import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FULL_TIER, TIER, TOUCHED_ROOMS, excludedFiles, journeyPattern, roomsOf } from './tiers.ts'

test('a room has the same name on every floor', () => {
  const changed = [
    'server/sharing/links.service.ts',
    'web/app/sharing/dialog.tsx',
    'test/sharing/links.test.ts',
    'server/db/functions/teams/teams.sql',
  ]
  expect(roomsOf(changed)).toEqual(['db', 'sharing'])
})

test('the cryptography is one room, with the list of packages; the site is another', () => {
  expect(roomsOf(['crypto/bytes.ts', 'crypto/envelope/floe.ts'])).toEqual(['crypto'])
  expect(roomsOf(['package-lock.json', 'web/site/blog/build/compile-article.ts'])).toEqual(['crypto', 'site'])
})

test('documents, files on a floor itself and support of tests belong to no room', () => {
  expect(roomsOf(['docs/wire.md', 'server/app.ts', 'test/support/line.ts', 'package.json'])).toEqual([])
})

test('the full-tier files of a touched room join a fast run, and without a tier everything runs', () => {
  const fast = (rooms: string) => excludedFiles({ [TIER]: 'fast', [TOUCHED_ROOMS]: rooms })
  expect(fast('')).toEqual(FULL_TIER.flatMap(({ files }) => files))
  expect(fast('')).toContain('test/backup/**')
  expect(fast('drive,backup')).toEqual(fast('').filter((file) => file !== 'test/backup/**'))
  expect(fast('crypto')).toEqual(fast('').filter((file) => !file.startsWith('crypto/')))
  expect(excludedFiles({})).toEqual([])
})

test('journeys run by their tag, and all of a touched room', () => {
  const pattern = new RegExp(journeyPattern(['drive']))
  expect(pattern.test('chromium drive/trash.spec.ts restores @firefox')).toBe(true)
  expect(pattern.test('chromium sharing/sharing.spec.ts a file goes @fast')).toBe(true)
  expect(pattern.test('chromium sharing/own-links.spec.ts to drive/ a car')).toBe(false)
})

test('every entry of the full tier names files that are there, once', () => {
  const root = path.resolve(import.meta.dirname, '..')
  const listed = FULL_TIER.flatMap(({ files }) => files)
  expect(listed.filter((glob) => fs.globSync(glob, { cwd: root }).length === 0)).toEqual([])
  const named = listed.flatMap((glob) => fs.globSync(glob, { cwd: root })).filter((file) => file.endsWith('.test.ts'))
  expect(named.filter((file, index) => named.indexOf(file) !== index)).toEqual([])
})

test('every project of Vitest leaves them out', async () => {
  vi.stubEnv(TIER, 'fast')
  vi.resetModules()
  onTestFinished(() => void vi.unstubAllEnvs())
  const { default: config } = await import('../vitest.config.ts')
  const left = config.test?.projects?.map(
    (project) => (typeof project === 'object' && 'test' in project && project.test?.exclude) || [],
  )
  expect(left).toHaveLength(4)
  for (const exclude of left ?? []) expect(exclude).toEqual(expect.arrayContaining(['test/backup/**']))
})
