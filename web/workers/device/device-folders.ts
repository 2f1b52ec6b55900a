import { z } from 'zod'
import { PAGE_ENTRIES, CryptoError, openPage, randomUuid, sealPage, systemRandom } from '#crypto/index.ts'
import { type VaultFolder, folderShape } from '#vault/folders/folders.ts'
import type { OpenVault } from '#vault/session/open-vault.ts'
import { readPages, writePages } from './page-store.ts'
import { isStillOpen } from '../vault-state.ts'

/** Pages of files have number 1; these do not open as such. */
const FORMAT = 2
/** What the last writing of this vault held; folders are read far more often than they change. */
const written = new WeakMap<OpenVault, string>()

/** Under which name this device keeps the folders of an account. */
export const foldersId = ({ personalSpace }: OpenVault): string => `${personalSpace.id}/folders`

/** The folders as this device last saw them; undefined when it never did, or when something is wrong with them. */
export async function loadFolders(vault: OpenVault): Promise<VaultFolder[] | undefined> {
  const { id, epoch, records } = vault.personalSpace
  const stored = await readPages({ userId: vault.userId, spaceId: foldersId(vault) }, 1)
  if (!stored || stored.space.epoch !== epoch) return undefined
  const pages = [...(await stored.rest()), ...stored.last]
  try {
    const texts = await Promise.all(
      pages.map(({ page, sealed }) => openPage(records, { id, version: FORMAT, page }, sealed)),
    )
    return texts.flat().map((text) => folderShape.parse(JSON.parse(text)))
  } catch (error) {
    const isUnreadable = error instanceof CryptoError || error instanceof SyntaxError || error instanceof z.ZodError
    if (!isUnreadable) throw error
    return undefined
  }
}

/** Replaces what this device keeps of the folders. */
export async function saveFolders(vault: OpenVault, folders: readonly VaultFolder[]): Promise<void> {
  const { id, epoch, records } = vault.personalSpace
  const texts = folders.map((folder) => JSON.stringify(folder))
  const all = texts.join('\n')
  if (written.get(vault) === all) return
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(texts.length / PAGE_ENTRIES) }, async (_, page) => {
      const some = texts.slice(page * PAGE_ENTRIES, (page + 1) * PAGE_ENTRIES)
      return { page, sealed: await sealPage(records, { id, version: FORMAT, page }, some) }
    }),
  )
  await writePages({
    userId: vault.userId,
    spaceId: foldersId(vault),
    expected: null,
    space: { revision: randomUuid(systemRandom), epoch, cursor: 0 },
    pages,
    emptied: [],
    isWanted: () => isStillOpen(vault),
  })
  written.set(vault, all)
}
