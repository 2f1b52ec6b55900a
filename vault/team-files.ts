import { z } from 'zod'
import type { VaultApi } from './api.ts'
import { type ListedRow, FILE_COLUMNS, type VaultFile, behind, listedRow, presentFile } from './file-records.ts'
import type { OpenVault } from './open-vault.ts'
import { teamOf } from './team-spaces.ts'

const PAGE_ROWS = 1000

/** All files of a team space, newest first. A name that does not open is shown as damaged rather than hidden. */
export async function listTeamFiles(api: VaultApi, vault: OpenVault, spaceId: string): Promise<VaultFile[]> {
  const files: VaultFile[] = []
  await teamOf(api, vault, spaceId)
  for (let last: ListedRow | undefined; ;) {
    const query = `team_files?select=${FILE_COLUMNS}&space_id=eq.${spaceId}&order=created_at.desc,id.desc&limit=${PAGE_ROWS}`
    const rows = z.array(listedRow).parse(await api.rest(query + behind(last)))
    if (rows.length === 0) return files
    // Something was sealed with a key that came after the space was opened.
    await teamOf(api, vault, spaceId, Math.max(...rows.map(({ space_epoch }) => space_epoch ?? 0)))
    files.push(...(await Promise.all(rows.map((row) => presentFile(vault, row)))))
    last = rows.at(-1)
  }
}
