import { expect, test } from 'vitest'
import { afterPowerLoss, type DiskCall, fatesOf } from './power-loss.ts'

const ROOTS = ['/a', '/b']
const bytes = Buffer.from('content')

/** What a power failure after these calls may leave under a name. */
function left(name: string, calls: DiskCall[]): Set<string | undefined> {
  const found = new Set<string | undefined>()
  for (const fates of fatesOf(calls, { most: 1000, random: () => 0 }))
    found.add(afterPowerLoss(calls, fates, ROOTS).read(name)?.toString())
  return found
}

const make: DiskCall = { call: 'make', path: '/a/x', file: 1 }
const write: DiskCall = { call: 'write', file: 1, position: 0, bytes }
const syncFile: DiskCall = { call: 'sync-file', file: 1 }
const syncFolder = (path: string): DiskCall => ({ call: 'sync-folder', path })
const zeros = '\0'.repeat(bytes.length)

test('bytes that were not synced may be there, be zeros, or be missing', () => {
  expect(left('/a/x', [make, syncFolder('/a'), write])).toEqual(new Set(['content', zeros, '']))
})

test('synced bytes stay, under a name that may go as long as its folder was not synced', () => {
  expect(left('/a/x', [make, write, syncFile])).toEqual(new Set(['content', undefined]))
  expect(left('/a/x', [make, write, syncFile, syncFolder('/a')])).toEqual(new Set(['content']))
  expect(left('/a/x', [make, write, syncFile, syncFolder('/b')])).toEqual(new Set(['content', undefined]))
})

test('what was written after a sync is as open as before one', () => {
  const more: DiskCall = { call: 'write', file: 1, position: bytes.length, bytes: Buffer.from('!') }
  expect(left('/a/x', [make, syncFolder('/a'), write, syncFile, more])).toEqual(
    new Set(['content', 'content!', 'content\0']),
  )
})

test('a second name is as good as its folder, and a folder as the one that it lies in', () => {
  const named: DiskCall[] = [
    make,
    write,
    syncFile,
    { call: 'folder', path: '/b/1' },
    { call: 'name', path: '/b/1/y', file: 1 },
  ]
  expect(left('/b/1/y', [...named, syncFolder('/b/1')])).toEqual(new Set(['content', undefined]))
  expect(left('/b/1/y', [...named, syncFolder('/b')])).toEqual(new Set(['content', undefined]))
  expect(left('/b/1/y', [...named, syncFolder('/b/1'), syncFolder('/b')])).toEqual(new Set(['content']))
})

test('a name that was taken away may be back', () => {
  const all = [make, write, syncFile, syncFolder('/a')]
  expect(left('/a/x', [...all, { call: 'unname', path: '/a/x' }])).toEqual(new Set(['content', undefined]))
})
