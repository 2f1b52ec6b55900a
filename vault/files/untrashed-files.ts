import type { VaultApi } from '../session/api.ts'
import { type VaultFile, listFiles } from './list-files.ts'
import { listFolders } from '../folders/folders.ts'
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
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  const isTrashed = (folderId: string | null): boolean =>
    pathToRoot(byId, folderId).some(({ trashedAt }) => trashedAt !== null)
  return files.filter((file) => file.trashedAt === null && !isTrashed(file.folderId))
}
