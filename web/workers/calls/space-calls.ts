import { listFolders } from '#vault/folders/folders.ts'
import { listTeamFiles } from '#vault/spaces/team-files.ts'
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
    files: listTeamFiles,
    folders: listFolders,
  }),

  /** @returns the id of the new space. */
  create: (wanted: NewTeamSpace): Promise<string> =>
    createTeamSpace(connected(), unlocked(), { ...wanted, name: validName(wanted.name) }),

  /** Another name, other members, or (with neither) another key. */
  change: (change: SpaceChange): Promise<void> => {
    const named = change.name === undefined ? {} : { name: validName(change.name) }
    return changeTeamSpace(connected(), unlocked(), { ...change, ...named })
  },
}
