import { beforeEach, expect, test } from 'vitest'
import { randomUuid, systemRandom, utf8 } from '#crypto/index.ts'
import { newPerson, vaultOf } from '../testing/person.ts'
import type { OpenVault } from './open-vault.ts'
import { type VersionMemory, noteFolder, noteVersion, recallVersions, rememberVersions } from './version-memory.ts'

const [one, two, three] = [0, 1, 2].map(() => randomUuid(systemRandom)) as [string, string, string]

let kept: Map<string, Uint8Array>
let writes: number
let turn: Promise<void>
const memory: VersionMemory = {
  recall: async (userId) => kept.get(userId),
  remember: async (userId, versions) => {
    writes += 1
    kept.set(userId, versions)
  },
  alone: (_, work) => (turn = turn.then(work)),
}
beforeEach(() => {
  kept = new Map()
  writes = 0
  turn = Promise.resolve()
})

const person = await newPerson()
/** The next session on the same device. */
async function nextSession(who = person): Promise<OpenVault> {
  const vault = await vaultOf(who)
  await recallVersions(vault, memory)
  return vault
}

test('a device remembers how far files have come, the highest of all its sessions', async () => {
  const first = await nextSession()
  const second = await nextSession()
  first.seenVersions.set(one, 3).set(two, 2)
  await rememberVersions(first, memory)
  second.seenVersions.set(one, 2).set(three, 5)
  await rememberVersions(second, memory)

  const expected = { [one]: 3, [two]: 2, [three]: 5 }
  expect(Object.fromEntries((await nextSession()).seenVersions)).toEqual(expected)
})

test('two sessions that remember at the same moment lose nothing', async () => {
  const [first, second] = [await nextSession(), await nextSession()]
  first.seenVersions.set(one, 3)
  second.seenVersions.set(two, 2)
  await Promise.all([rememberVersions(first, memory), rememberVersions(second, memory)])

  expect(Object.fromEntries((await nextSession()).seenVersions)).toEqual({ [one]: 3, [two]: 2 })
})

test('files that never changed take no place, and nothing is written without news', async () => {
  const vault = await nextSession()
  const opened = writes
  vault.seenVersions.set(one, 1)
  await rememberVersions(vault, memory)
  expect(writes).toBe(opened)
  vault.seenVersions.set(two, 2)
  await rememberVersions(vault, memory)
  await rememberVersions(vault, memory)
  expect(writes).toBe(opened + 1)
  const next = await nextSession()
  expect([...next.seenVersions]).toEqual([[two, 2]])
  await rememberVersions(next, memory)
  expect(writes).toBe(opened + 1)
})

test('what an earlier release kept is still known, and kept on', async () => {
  kept.set(person.userId, utf8(JSON.stringify([[one, 3]])))
  const vault = await nextSession()
  vault.seenVersions.set(two, 2)
  await rememberVersions(vault, memory)
  expect(Object.fromEntries((await nextSession()).seenVersions)).toEqual({ [one]: 3, [two]: 2 })
})

test('twenty thousand are kept, those that were seen last', async () => {
  const vault = await nextSession()
  const ids = Array.from({ length: 20_001 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`)
  for (const id of ids) vault.seenVersions.set(id, 2)
  await rememberVersions(vault, memory)
  const { seenVersions } = await nextSession()
  expect(seenVersions.size).toBe(20_000)
  expect(seenVersions.has(ids[0]!)).toBe(false)
  expect(seenVersions.has(ids[20_000]!)).toBe(true)
})

test('a file that is proved again is not the first to be forgotten', async () => {
  const first = await nextSession()
  noteVersion(first, one, 2)
  noteVersion(first, two, 2)
  await rememberVersions(first, memory)
  const second = await nextSession()
  noteVersion(second, one, 2)
  for (let at = 0; at < 19_999; at++) noteVersion(second, `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`, 2)
  await rememberVersions(second, memory)
  const { seenVersions } = await nextSession()
  expect([seenVersions.has(one), seenVersions.has(two)]).toEqual([true, false])
})

test('another account starts with nothing, and so does one whose memory does not read', async () => {
  const vault = await nextSession()
  vault.seenVersions.set(one, 2)
  await rememberVersions(vault, memory)
  expect((await nextSession(await newPerson())).seenVersions.size).toBe(0)
  for (const rubbish of ['', '{}', '[["x",2]]', `[["${one}",0]]`]) {
    kept.set(person.userId, utf8(rubbish))
    expect((await nextSession()).seenVersions.size).toBe(0)
  }
})

test('folders are kept from their first version on, for one must not lose its record', async () => {
  const vault = await nextSession()
  noteFolder(vault, one, 1)
  noteFolder(vault, two, 4)
  noteFolder(vault, two, 3)
  await rememberVersions(vault, memory)
  const next = await nextSession()
  expect(Object.fromEntries(next.seenFolders)).toEqual({ [one]: 1, [two]: 4 })
  expect(next.seenVersions.size).toBe(0)
})

test('what an earlier release kept has no folders', async () => {
  const versions = [[one, 3]]
  kept.set(person.userId, utf8(JSON.stringify({ mark: three, versions })))
  const { seenVersions, seenFolders } = await nextSession()
  expect([[...seenVersions], [...seenFolders]]).toEqual([versions, []])
})
