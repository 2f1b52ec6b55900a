import { z } from 'zod'
import { fromUtf8, randomUuid, systemRandom, utf8 } from '#crypto/index.ts'
import type { OpenVault } from './open-vault.ts'

/** Where a device keeps how far files and folders had come, across sessions: sealed by the device, it says nothing but ids and numbers. */
export type VersionMemory = {
  recall: (userId: string) => Promise<Uint8Array | undefined>
  remember: (userId: string, versions: Uint8Array) => Promise<void>
  /** Runs `work` while nothing else on this device, such as another tab, changes what is kept of this account. */
  alone: (userId: string, work: () => Promise<void>) => Promise<void>
}

/** Whose files and folders were seen at which versions. */
type Seen = Pick<OpenVault, 'userId' | 'seenVersions' | 'seenFolders'>

const versionsShape = z.array(z.tuple([z.uuid(), z.int().positive()]))
/** Earlier releases kept the versions alone. */
const keptShape = z.union([
  z.object({ mark: z.uuid(), versions: versionsShape, folders: versionsShape.default([]) }),
  versionsShape.transform((versions) => ({ mark: undefined, versions, folders: [] })),
])
type Versions = Map<string, number>
/** `mark` is another one after this device forgot the account; undefined where nothing is kept. */
type Kept = { mark: string | undefined; versions: Versions; folders: Versions }
/** The ones that were seen last; a file that never changed has nothing to go back to and takes no place. */
const MOST_FILES = 20_000
/** The ones that were seen last, also those that never changed: a folder must not lose its record. */
const MOST_FOLDERS = 20_000
/** What a vault remembered last: the sum only grows. */
const written = new WeakMap<Seen, number>()
/** What this device kept the versions under when the vault was opened. */
const marks = new WeakMap<Seen, string>()

/** From now on no file of `vault` may be older than this device has seen it in an earlier session. */
export async function recallVersions(vault: Seen, memory: VersionMemory): Promise<void> {
  await memory.alone(vault.userId, async () => {
    const kept = await read(memory, vault.userId)
    const mark = kept.mark ?? randomUuid(systemRandom)
    if (kept.mark === undefined) await write(memory, vault.userId, { ...kept, mark })
    marks.set(vault, mark)
    join(vault.seenVersions, kept.versions)
    join(vault.seenFolders, kept.folders)
    written.set(vault, sumOf(vault))
  })
}

/**
 * Keeps what was seen in this session together with what others of this device kept meanwhile. Nothing, where the device has forgotten
 * the account since: the person signed out in another tab, and this one has not heard of it yet.
 */
export async function rememberVersions(vault: Seen, memory: VersionMemory): Promise<void> {
  const sum = sumOf(vault)
  if (written.get(vault) === sum) return
  await memory.alone(vault.userId, async () => {
    const { mark, versions, folders } = await read(memory, vault.userId)
    if (mark === undefined || mark !== marks.get(vault)) return
    join(versions, vault.seenVersions)
    join(folders, vault.seenFolders)
    await write(memory, vault.userId, { mark, versions, folders })
  })
  written.set(vault, sum)
}

function write(memory: VersionMemory, userId: string, { mark, versions, folders }: Kept): Promise<void> {
  const changed = [...versions].filter(([, version]) => version > 1).slice(-MOST_FILES)
  const kept = { mark, versions: changed, folders: [...folders].slice(-MOST_FOLDERS) }
  return memory.remember(userId, utf8(JSON.stringify(kept)))
}

/** What does not read is as good as nothing: the device has nothing to compare with. */
async function read(memory: VersionMemory, userId: string): Promise<Kept> {
  const nothing = { mark: undefined, versions: new Map<string, number>(), folders: new Map<string, number>() }
  const stored = await memory.recall(userId)
  if (!stored) return nothing
  try {
    const { mark, versions, folders } = keptShape.parse(JSON.parse(fromUtf8(stored)))
    return { mark, versions: new Map(versions), folders: new Map(folders) }
  } catch {
    return nothing
  }
}

/** A file was proved at this version: it is now the last that was seen, and there is no way back behind it. */
export function noteVersion({ seenVersions }: Pick<OpenVault, 'seenVersions'>, id: string, version: number): void {
  join(seenVersions, new Map([[id, version]]))
}

/** The record of a folder was proved or written at this version; there is no way back behind it, nor to none. */
export function noteFolder({ seenFolders }: Pick<OpenVault, 'seenFolders'>, id: string, version: number): void {
  join(seenFolders, new Map([[id, version]]))
}

function join(into: Versions, from: Versions): void {
  for (const [id, version] of from) {
    const known = into.get(id) ?? 0
    into.delete(id)
    into.set(id, Math.max(known, version))
  }
}

function sumOf({ seenVersions, seenFolders }: Seen): number {
  let sum = 0
  for (const version of seenVersions.values()) if (version > 1) sum += version
  for (const version of seenFolders.values()) sum += version
  return sum
}
