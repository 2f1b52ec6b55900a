import { expect, test } from 'vitest'
import { recallVersions, rememberVersions } from '#vault/session/version-memory.ts'
import { versionMemory } from './version-memory.ts'

const ids = Array.from({ length: 8 }, (_, at) => `00000000-0000-4000-8000-00000000000${at}`)

/** What a tab knows that has just opened the vault. */
async function openTab(userId: string) {
  const tab = { userId, seenVersions: new Map<string, number>(), seenFolders: new Map<string, number>() }
  await recallVersions(tab, versionMemory)
  return tab
}

test('tabs that remember at the same moment lose nothing of what each has seen', async () => {
  const userId = crypto.randomUUID()
  const tabs = await Promise.all(ids.map(() => openTab(userId)))
  for (const [at, { seenVersions }] of tabs.entries()) seenVersions.set(ids[at]!, at + 2)

  await Promise.all(tabs.map((tab) => rememberVersions(tab, versionMemory)))

  const { seenVersions } = await openTab(userId)
  expect(Object.fromEntries(seenVersions)).toEqual(Object.fromEntries(ids.map((id, at) => [id, at + 2])))
})

test('signing out forgets what a tab is just writing down', async () => {
  const userId = crypto.randomUUID()
  const tab = await openTab(userId)
  tab.seenVersions.set(ids[0]!, 3)

  await Promise.all([rememberVersions(tab, versionMemory), versionMemory.forget(userId)])

  expect((await openTab(userId)).seenVersions.size).toBe(0)
})

test('a tab that has not heard of the sign-out writes nothing down any more', async () => {
  const userId = crypto.randomUUID()
  const [first, tab] = [await openTab(userId), await openTab(userId)]
  first.seenVersions.set(ids[0]!, 2)
  await rememberVersions(first, versionMemory)
  await versionMemory.forget(userId)
  tab.seenVersions.set(ids[0]!, 3)
  await rememberVersions(tab, versionMemory)
  expect((await openTab(userId)).seenVersions.size).toBe(0)

  // Nor after the person has signed in again.
  const next = await openTab(userId)
  next.seenVersions.set(ids[1]!, 2)
  await rememberVersions(next, versionMemory)
  tab.seenVersions.set(ids[0]!, 4)
  await rememberVersions(tab, versionMemory)
  expect(Object.fromEntries((await openTab(userId)).seenVersions)).toEqual({ [ids[1]!]: 2 })
})
