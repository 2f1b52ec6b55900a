import { CryptoError, PAGE_ENTRIES, randomUuid, systemRandom } from '#crypto/index.ts'
import { FileIndex } from '#vault/files/file-index.ts'
import { openFilePage, sealFilePage } from '#vault/files/file-pages.ts'
import type { OpenSpace } from '#vault/session/open-space.ts'
import type { OpenVault } from '#vault/session/open-vault.ts'
import type { SyncedSpace } from '#vault/files/sync-files.ts'
import type { VaultFile } from '#vault/files/list-files.ts'
import { type StoredPage, type StoredSpace, readPages, writePages } from './page-store.ts'
import { isStillOpen } from '../vault-state.ts'

/**
 * The list of a space in memory, as which revision this device holds it, null when it holds another one, or none, and under which epoch
 * its pages are sealed there.
 */
export type DeviceList = SyncedSpace & { revision: string | null; epoch: number | null }

/** Pages that are opened first: enough for every screen, at once. */
const FIRST_PAGES = 4
/** Pages opened between two reports. */
const PAGES_AT_ONCE = 128

export function emptyList(id: string): DeviceList {
  return { id, index: new FileIndex(PAGE_ENTRIES), cursor: null, revision: null, epoch: null }
}

/** Opens what this device holds of a space. A page that does not open is left out; reading the changes finds what is missing. */
export async function loadList(
  vault: OpenVault,
  id: string,
  onFiles: (files: VaultFile[]) => void,
): Promise<DeviceList> {
  const list = emptyList(id)
  const stored = await readPages({ userId: vault.userId, spaceId: id }, FIRST_PAGES)
  if (!stored) return list
  const space = heldSpace(vault, id, stored.space)
  if (!space) return list

  const open = async (pages: readonly StoredPage[]): Promise<void> => {
    const opened = await Promise.all(pages.map(({ page, sealed }) => openOrDrop(space, page, sealed)))
    const files: VaultFile[] = []
    opened.forEach((entries, at) => {
      list.index.load(pages[at]?.page ?? 0, entries)
      for (const { file, version, isDamaged } of entries) {
        files.push(file)
        // Its name was opened at this version once: the server must not go back behind it.
        if (!isDamaged && version > (vault.seenVersions.get(file.id) ?? 0)) vault.seenVersions.set(file.id, version)
      }
    })
    if (files.length > 0) onFiles(files)
  }
  await open(stored.last)
  const rest = await stored.rest()
  for (let at = rest.length; at > 0; at -= PAGES_AT_ONCE) await open(rest.slice(Math.max(0, at - PAGES_AT_ONCE), at))
  list.cursor = stored.space.cursor
  list.revision = stored.space.revision
  list.epoch = stored.space.epoch
  return list
}

/** Stores what changed in a list; all of it where this device holds another revision. */
export async function saveList(vault: OpenVault, list: DeviceList): Promise<void> {
  if (list.cursor === null) return
  const isOtherEpoch = list.epoch !== null && list.epoch !== vault.personalSpace.epoch
  // All pages of a list lie under one epoch.
  if (list.index.isSparse || isOtherEpoch) {
    list.index = list.index.compacted()
    list.revision = null
  }
  if (await writeUnsaved(vault, list)) return
  list.index = list.index.compacted()
  list.revision = null
  await writeUnsaved(vault, list)
}

async function writeUnsaved(vault: OpenVault, list: DeviceList): Promise<boolean> {
  const unsaved = list.index.unsavedPages()
  const { personalSpace: space } = vault
  const { epoch } = space
  const pages = await Promise.all(
    unsaved
      .filter(({ entries }) => entries.length > 0)
      .map(async ({ page, entries }) => ({ page, sealed: await sealFilePage(space, page, entries) })),
  )
  const emptied = unsaved.filter(({ entries }) => entries.length === 0).map(({ page }) => page)
  const revision = randomUuid(systemRandom)
  const isWritten = await writePages({
    userId: vault.userId,
    spaceId: list.id,
    expected: list.revision,
    space: { revision, epoch, cursor: list.cursor ?? 0 },
    pages,
    emptied,
    isWanted: () => isStillOpen(vault),
  })
  if (!isWritten) return false
  list.revision = revision
  list.epoch = epoch
  list.index.wasSaved()
  return true
}

function heldSpace(vault: OpenVault, id: string, { epoch }: StoredSpace): OpenSpace | undefined {
  const { personalSpace: space } = vault
  return space.id === id && space.epoch === epoch ? space : undefined
}

async function openOrDrop(space: OpenSpace, page: number, sealed: Uint8Array) {
  try {
    return await openFilePage(space, page, sealed)
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error
    return []
  }
}
