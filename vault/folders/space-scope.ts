import type { VaultApi } from '../session/api.ts'
import type { OpenSpace } from '../session/open-space.ts'
import type { OpenVault } from '../session/open-vault.ts'
import { listedTeam, refreshTeam, teamOf } from '../spaces/team-spaces.ts'
import { VaultError } from '../session/vault-error.ts'

/** Where rows of a space are written: what is personal has tables, what belongs to a team is reached through views. */
export type Tables = { files: 'file_records' | 'team_files'; folders: 'folders' | 'team_folders' }

const PERSONAL: Tables = { files: 'file_records', folders: 'folders' }
const TEAM: Tables = { files: 'team_files', folders: 'team_folders' }

export function tablesForSpace(vault: OpenVault, spaceId: string | null): Tables {
  return spaceId === vault.personalSpace.id ? PERSONAL : tablesForTeamSpace(spaceId)
}

/** @param teamSpace null is the personal space. */
export function tablesForTeamSpace(teamSpace: string | null): Tables {
  return teamSpace === null ? PERSONAL : TEAM
}

/**
 * The space with the key that is sealed with from now on: in a team space always the newest, because who left knows older ones, and only where
 * the public log lists its members as they are seen here.
 * @throws {VaultError} `space_gone` | `space_refused` | `key_changed`, and as `requireListedRoster`
 */
async function sealingSpace(api: VaultApi, vault: OpenVault, spaceId: string | null): Promise<OpenSpace> {
  if (spaceId === null || spaceId === vault.personalSpace.id) return vault.personalSpace
  return (await listedTeam(api, vault, spaceId)).spaces[0]!
}

/** The space of a stored row, with the key of its epoch. @throws {VaultError} `space_gone` | `space_refused` | `key_changed` */
export async function readingSpace(
  api: VaultApi,
  vault: OpenVault,
  { space_id: id, space_epoch: epoch }: { space_id: string; space_epoch: number },
): Promise<OpenSpace> {
  if (id !== vault.personalSpace.id) await teamOf(api, vault, id, epoch)
  return vault.space(id, epoch)
}

/** Runs `write` again with the newest key when a team space got one at the same moment. */
export async function withNewestKey<Result>(
  api: VaultApi,
  vault: OpenVault,
  { spaceId, write }: { spaceId: string | null; write: (space: OpenSpace) => Promise<Result> },
): Promise<Result> {
  try {
    return await write(await sealingSpace(api, vault, spaceId))
  } catch (error) {
    if (spaceId === null || !(error instanceof VaultError && error.code === 'space_changed')) throw error
    await refreshTeam(api, vault, spaceId)
    return write(await sealingSpace(api, vault, spaceId))
  }
}
