import { z } from 'zod'
import type { VaultApi } from '../session/api.ts'
import { FILE_COLUMNS, type ListedRow, type VaultFile, listedRow, openRow, pageQuery } from './list-files.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { teamOf } from '../spaces/team-spaces.ts'
import { unseenRows } from '../session/unseen-rows.ts'

/**
 * All files of a team space, newest first. A name that does not open is shown as damaged rather than hidden. Where there are more than `most`,
 * those behind are not read, and the list is longer than `most` by a page or less.
 */
export async function listTeamFiles(
  api: VaultApi,
  vault: OpenVault,
  spaceId: string,
  most = Infinity,
): Promise<VaultFile[]> {
  const files: VaultFile[] = []
  await teamOf(api, vault, spaceId)
  const unseen = unseenRows(({ id }: ListedRow) => id)
  for (let last: ListedRow | undefined; ;) {
    const query = pageQuery({ table: 'team_files', filter: `space_id=eq.${spaceId}`, columns: FILE_COLUMNS, last })
    const rows = unseen(z.array(listedRow).parse(await api.rest(query)))
    if (rows.length === 0) return files
    // Something was sealed with a key that came after the space was opened.
    await teamOf(api, vault, spaceId, Math.max(...rows.map(({ space_epoch }) => space_epoch ?? 0)))
    const opened = await Promise.all(rows.map((row) => openRow(vault, row, spaceId)))
    files.push(...opened.map(({ file }) => file))
    if (files.length > most) return files
    last = rows.at(-1)
  }
}
