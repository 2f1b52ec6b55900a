import { z } from 'zod'
import { fromUtf8, utf8 } from '#crypto/index.ts'
import type { OpenVault } from './open-vault.ts'

/** Where a device keeps how far files had come, across sessions: sealed by the device, it says nothing but ids and numbers. */
export type VersionMemory = {
  recall: (userId: string) => Promise<Uint8Array | undefined>
  remember: (userId: string, versions: Uint8Array) => Promise<void>
  /** Runs `work` while nothing else on this device, such as another tab, changes what is kept of this account. */
  alone: (userId: string, work: () => Promise<void>) => Promise<void>
}

/** Whose files were seen at which versions. */
type Seen = Pick<OpenVault, 'userId' | 'seenVersions'>

const versionsShape = z.array(z.tuple([z.uuid(), z.int().positive()]))
type Versions = Map<string, number>
/** The ones that were seen last; a file that never changed has nothing to go back to and takes no place. */
const MOST_FILES = 20_000
/** What a vault remembered last: the sum only grows. */
const written = new WeakMap<Seen, number>()

/** From now on no file of `vault` may be older than this device has seen it in an earlier session. */
export async function recallVersions(vault: Seen, memory: VersionMemory): Promise<void> {
  const stored = await read(memory, vault.userId)
  join(vault.seenVersions, stored)
  written.set(vault, sumOf(vault.seenVersions))
}

/** Keeps what was seen in this session together with what others of this device kept meanwhile. */
export async function rememberVersions(vault: Seen, memory: VersionMemory): Promise<void> {
  const sum = sumOf(vault.seenVersions)
  if (written.get(vault) === sum) return
  await memory.alone(vault.userId, async () => {
    const all = await read(memory, vault.userId)
    join(all, vault.seenVersions)
    const changed = [...all].filter(([, version]) => version > 1).slice(-MOST_FILES)
    await memory.remember(vault.userId, utf8(JSON.stringify(changed)))
  })
  written.set(vault, sum)
}

/** What does not read is as good as nothing: the device has nothing to compare with. */
async function read(memory: VersionMemory, userId: string): Promise<Versions> {
  const stored = await memory.recall(userId)
  if (!stored) return new Map()
  try {
    return new Map(versionsShape.parse(JSON.parse(fromUtf8(stored))))
  } catch {
    return new Map()
  }
}

/** A file was proved at this version: it is now the last that was seen, and there is no way back behind it. */
export function noteVersion({ seenVersions }: Pick<OpenVault, 'seenVersions'>, id: string, version: number): void {
  join(seenVersions, new Map([[id, version]]))
}

function join(into: Versions, from: Versions): void {
  for (const [id, version] of from) {
    const known = into.get(id) ?? 0
    into.delete(id)
    into.set(id, Math.max(known, version))
  }
}

function sumOf(versions: Versions): number {
  let sum = 0
  for (const version of versions.values()) if (version > 1) sum += version
  return sum
}
