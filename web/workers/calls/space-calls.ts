import type { VaultFile } from '#vault/files/list-files.ts'
import { type VaultFolder, listFolders } from '#vault/folders/folders.ts'
import type { FileTag } from '#vault/folders/tags.ts'
import type { VaultApi } from '#vault/session/api.ts'
import type { OpenVault } from '#vault/session/open-vault.ts'
import { markStarred, markTagged, readMarks } from '#vault/spaces/space-marks.ts'
import { listTeamNames } from '#vault/files/untrashed-files.ts'
import { listTeamFiles } from '#vault/files/team-files.ts'
import {
  type NewTeamSpace,
  type SpaceChange,
  changeTeamSpace,
  createTeamSpace,
  deleteTeamSpace,
  leaveTeamSpace,
  listTeamSpaces,
} from '#vault/spaces/team-spaces.ts'
import { withVault } from './bind-calls.ts'
import { validName } from './drive/file-calls.ts'
import { connected, unlocked } from '../vault-state.ts'

/** Spaces that several people share. What is in one is moved, renamed and deleted by the calls for files and folders. */
export const spaceCalls = {
  ...withVault({
    list: listTeamSpaces,
    leave: leaveTeamSpace,
    remove: deleteTeamSpace,
    star: markStarred,
    tag: markTagged,
    names: listTeamNames,
  }),

  /** With the member's own stars. */
  files: (id: string): Promise<VaultFile[]> => withStars(id, listTeamFiles),
  folders: (id: string): Promise<VaultFolder[]> => withStars(id, listFolders),

  /** Which of the member's own tags is on which file of the space. */
  async tagPairs(id: string): Promise<FileTag[]> {
    const { tags } = await readMarks(connected(), unlocked(), id)
    return Object.entries(tags).flatMap(([fileId, tagIds]) => tagIds.map((tagId) => ({ fileId, tagId })))
  },

  /** @returns the id of the new space. */
  create: (wanted: NewTeamSpace): Promise<string> =>
    createTeamSpace(connected(), unlocked(), { ...wanted, name: validName(wanted.name) }),

  /** Another name, other members, or (with neither) another key. */
  change: (change: SpaceChange): Promise<void> => {
    const named = change.name === undefined ? {} : { name: validName(change.name) }
    return changeTeamSpace(connected(), unlocked(), { ...change, ...named })
  },
}

type ListOf<Item> = (api: VaultApi, vault: OpenVault, spaceId: string) => Promise<Item[]>

/** A star is each member's own: what the row says is somebody else's, or nobody's. */
async function withStars<Item extends { id: string; isStarred: boolean }>(
  id: string,
  list: ListOf<Item>,
): Promise<Item[]> {
  const [items, { stars }] = await Promise.all([
    list(connected(), unlocked(), id),
    readMarks(connected(), unlocked(), id),
  ])
  const starred = new Set(stars)
  return items.map((item) => ({ ...item, isStarred: starred.has(item.id) }))
}
