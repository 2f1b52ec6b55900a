import type { VaultFile } from '#vault/files/list-files.ts'
import type { OpenVault } from '#vault/session/open-vault.ts'
import { syncFiles } from '#vault/files/sync-files.ts'
import { rememberVersions } from '#vault/session/version-memory.ts'
import { foldersId } from './device-folders.ts'
import { type DeviceList, emptyList, loadList, saveList } from './device-lists.ts'
import { inTurn, onDevice } from './device-turns.ts'
import { keepOnly } from './page-store.ts'
import { versionMemory } from './version-memory.ts'
import { connected, onLock, stillOpen, unlocked } from '../vault-state.ts'

/** What the page hears while its list is brought up to date. */
export type ListNews = {
  changed?: VaultFile[]
  removed?: string[]
  /** Everything that this device holds was reported. */
  isHeld?: true
  /** A space is being read whole. */
  progress?: { read: number; total: number }
}
type Tell = (news: ListNews) => unknown

let lists = new Map<string, DeviceList>()
/** Only one tab writes on the device; it holds a lock as long as its vault is open. */
let writing: { mayWrite: boolean; end: AbortController } | undefined

onLock(() => {
  lists = new Map()
  writing?.end.abort()
  writing = undefined
})

/**
 * Brings the page's copy of the file list up to date: first what this device holds, then what changed on the server.
 * @param isKnown the page still has what it got before; otherwise it gets everything.
 */
export function syncFileLists(isKnown: boolean, tell: Tell): Promise<void> {
  // One after the other: two at once would each bring half of the other's state. Storing it is part of the turn, but
  // nobody waits for that.
  return inTurn(() => bringUpToDate(unlocked(), isKnown, tell), storeLists)
}

async function bringUpToDate(vault: OpenVault, isKnown: boolean, tell: Tell): Promise<void> {
  const deliveries: unknown[] = []
  const say: Tell = (news) => deliveries.push(tell(news))
  claimWriting(vault)
  if (lists.size === 0) await onDevice(() => keepOnly(vault.userId, [...vault.spaceIds, foldersId(vault)]))
  for (const id of vault.spaceIds) {
    const known = lists.get(id)
    if (known && !isKnown) say({ changed: [...known.index.entries()].map(({ file }) => file) })
    if (known) continue
    const stored = await onDevice(() => loadList(vault, id, (changed) => say({ changed })))
    stillOpen(vault)
    lists.set(id, stored ?? emptyList(id))
  }
  say({ isHeld: true })
  for (const list of lists.values()) {
    const changes = await syncFiles(connected(), vault, list, {
      onFiles: (changed) => say({ changed }),
      onProgress: (read, total) => say({ progress: { read, total } }),
    })
    stillOpen(vault)
    say(changes)
  }
  // The news travel on a line of their own; the answer must not overtake them.
  await Promise.all(deliveries)
}

async function storeLists(): Promise<void> {
  const vault = unlocked()
  await onDevice(() => rememberVersions(vault, versionMemory))
  if (!writing?.mayWrite) return
  for (const list of lists.values()) await onDevice(() => saveList(vault, list))
}

/** The second tab of an account reads what the first one writes, and takes over when that one is closed or locked. */
function claimWriting({ userId }: OpenVault): void {
  if (writing) return
  const mine = { mayWrite: false, end: new AbortController() }
  writing = mine
  const { signal } = mine.end
  const hold = (): Promise<void> => {
    mine.mayWrite = true
    return new Promise((release) => signal.addEventListener('abort', () => release()))
  }
  // Refused only when the vault locks before it is granted.
  navigator.locks.request(`quantumshield-lists-${userId}`, { signal }, hold).catch(() => undefined)
}
