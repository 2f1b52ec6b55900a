import type { NewTeamSpace, SpaceChange, TeamSpace } from '#vault/team-spaces.ts'
import type { Backend } from './create-vault-client.ts'
import { createStore } from './store.ts'
import type { ListReading, VaultClient } from './vault-client.ts'
export type { SeenMembers, TeamSpace, TeamSpaceMember, WantedMember } from '#vault/team-spaces.ts'
export type SpaceRole = TeamSpace['role']

/** Spaces that several people share: who belongs to them, and the way into one. */
export type SpacesClient = {
  list: () => Promise<TeamSpace[]>
  /** @returns the id of the new space. */
  create: (wanted: NewTeamSpace) => Promise<string>
  /** Another name, other members, or (with neither) another key. */
  change: (change: SpaceChange) => Promise<void>
  leave: (id: string) => Promise<void>
  /** Deletes the space with everything in it. */
  remove: (id: string) => Promise<void>
  /** The same client, whose files, folders and items are those of one space. */
  enter: (id: string, client: VaultClient) => VaultClient
}

/** A team space is shown when all of it is there. */
const NOT_READING = createStore<ListReading | null>(null)

export function createSpaces(backend: Promise<Backend>): SpacesClient {
  const vault = async () => (await backend).workers.vault
  return {
    list: async () => (await vault()).listTeamSpaces(),
    create: async (wanted) => (await vault()).createTeamSpace(wanted),
    change: async (change) => (await vault()).changeTeamSpace(change),
    leave: async (id) => (await vault()).leaveTeamSpace(id),
    remove: async (id) => (await vault()).deleteTeamSpace(id),
    enter: (id, client) => ({
      ...client,
      files: {
        ...client.files,
        spaceId: id,
        list: async () => (await vault()).listSpaceFiles(id),
        reading: NOT_READING,
        upload: (files, folderId) => client.files.upload(files, folderId, id),
      },
      folders: {
        ...client.folders,
        spaceId: id,
        list: async () => (await vault()).listSpaceFolders(id),
        create: (folder) => client.folders.create({ ...folder, spaceId: id }),
      },
      items: {
        ...client.items,
        move: (move) => client.items.move({ ...move, spaceId: id }),
        trash: (items) => client.items.trash({ ...items, spaceId: id }),
        restore: (items) => client.items.restore({ ...items, spaceId: id }),
        deleteForever: (items) => client.items.deleteForever({ ...items, spaceId: id }),
      },
    }),
  }
}
