import type { VaultApi } from '../session/api.ts'
import { type VaultFile, listFiles } from './list-files.ts'
import { listFolders, type VaultFolder } from '../folders/folders.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { listTeamFiles } from './team-files.ts'
import { pathToRoot } from '../folders/path-to-root.ts'

/**
 * All files of the account, or of a team space, that are not in the trash, neither themselves nor with a folder above them; newest
 * first.
 */
export async function listUntrashedFiles(
  api: VaultApi,
  vault: OpenVault,
  spaceId: string | null = null,
): Promise<VaultFile[]> {
  const list = spaceId === null ? listFiles(api, vault) : listTeamFiles(api, vault, spaceId)
  const [files, folders] = await Promise.all([list, listFolders(api, vault, spaceId)])
  return untrashed(files, folders)
}

/** @property isWhole false where the space has more files than were read */
export type TeamNames = { names: { id: string; name: string }[]; isWhole: boolean }

/** Names of the files of a team space that are not in the trash, of the `most` newest at most. Nobody's marks are read for it. */
export async function listTeamNames(
  api: VaultApi,
  vault: OpenVault,
  spaceId: string,
  most: number,
): Promise<TeamNames> {
  const files = await listTeamFiles(api, vault, spaceId, most)
  const found = untrashed(files.slice(0, most), await listFolders(api, vault, spaceId))
  return { names: found.map(({ id, name }) => ({ id, name })), isWhole: files.length <= most }
}

function untrashed(files: readonly VaultFile[], folders: readonly VaultFolder[]): VaultFile[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const isTrashed = (folderId: string | null): boolean =>
    pathToRoot(byId, folderId).some(({ trashedAt }) => trashedAt !== null)
  return files.filter((file) => file.trashedAt === null && !isTrashed(file.folderId))
}
