import type { VaultFile } from '#vault/file-records.ts'
import { listFolders, type VaultFolder } from '#vault/folders.ts'
import { listTeamFiles } from '#vault/team-files.ts'
import {
  type NewTeamSpace,
  type SpaceChange,
  type TeamSpace,
  changeTeamSpace,
  createTeamSpace,
  deleteTeamSpace,
  leaveTeamSpace,
  listTeamSpaces,
} from '#vault/team-spaces.ts'
import { validName } from './file-calls.ts'
import { connected, unlocked } from './vault-state.ts'

/** Spaces that several people share. What is in one is moved, renamed and deleted by the calls for files and folders. */
export const spaceCalls = {
  listTeamSpaces: (): Promise<TeamSpace[]> => listTeamSpaces(connected(), unlocked()),
  createTeamSpace: (wanted: NewTeamSpace): Promise<string> =>
    createTeamSpace(connected(), unlocked(), { ...wanted, name: validName(wanted.name) }),
  changeTeamSpace: (change: SpaceChange): Promise<void> =>
    changeTeamSpace(connected(), unlocked(), {
      ...change,
      ...(change.name === undefined ? {} : { name: validName(change.name) }),
    }),
  leaveTeamSpace: (id: string): Promise<void> => leaveTeamSpace(connected(), unlocked(), id),
  deleteTeamSpace: (id: string): Promise<void> => deleteTeamSpace(connected(), unlocked(), id),
  listSpaceFiles: (id: string): Promise<VaultFile[]> => listTeamFiles(connected(), unlocked(), id),
  listSpaceFolders: (id: string): Promise<VaultFolder[]> => listFolders(connected(), unlocked(), id),
}
