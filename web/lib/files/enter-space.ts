import type { ListReading } from './files-types.ts'
import { createStore } from '../remote/store.ts'
import type { VaultClient } from '../remote/vault-client.ts'

/** A team space is shown when all of it is there. */
const NOT_READING = createStore<ListReading | null>(null)

/** The same client, whose files, folders and items are those of one team space. */
export function enterSpace(id: string, client: VaultClient): VaultClient {
  const { files, folders, items, spaces, tags } = client
  return {
    ...client,
    files: {
      ...files,
      spaceId: id,
      list: () => spaces.files(id),
      reading: NOT_READING,
      upload: (chosen, within) => files.upload(chosen, within, id),
    },
    folders: {
      ...folders,
      spaceId: id,
      list: () => spaces.folders(id),
      create: (folder) => folders.create({ ...folder, spaceId: id }),
    },
    items: {
      copy: items.copy,
      setStarred: ({ fileIds, folderIds }, isStarred) =>
        spaces.star({ teamSpaceId: id, ids: [...fileIds, ...folderIds], isStarred }),
      move: items.move,
      trash: (chosen) => items.trash({ ...chosen, spaceId: id }),
      restore: (chosen) => items.restore({ ...chosen, spaceId: id }),
      deleteForever: (chosen) => items.deleteForever({ ...chosen, spaceId: id }),
    },
    tags: {
      list: tags.list,
      create: tags.create,
      remove: tags.remove,
      pairs: () => spaces.tagPairs(id),
      addToFile: (pair) => spaces.tag({ ...pair, teamSpaceId: id, isOn: true }),
      removeFromFile: (pair) => spaces.tag({ ...pair, teamSpaceId: id, isOn: false }),
    },
  }
}
