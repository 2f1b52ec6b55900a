import type { Backend } from './create-vault-client.ts'
import type { OrderClient } from './vault-client.ts'

/** Folders, trash, stars and tags: everything is done in the vault worker. */
export function createOrder(backend: Promise<Backend>): OrderClient {
  const vault = async () => (await backend).workers.vault
  return {
    folders: {
      spaceId: null,
      list: async (onHeld) => {
        const worker = await vault()
        const fresh = worker.listFolders()
        // Whatever becomes of it is told below.
        fresh.catch(() => undefined)
        const held = onHeld && (await worker.heldFolders())
        if (held) onHeld(held)
        return fresh
      },
      create: async (folder) => (await vault()).createFolder(folder),
      rename: async (id, name) => (await vault()).renameFolder(id, name),
    },
    items: {
      move: async (move) => (await vault()).moveItems(move),
      copy: async (copy) => (await vault()).copyItems(copy),
      trash: async (items) => (await vault()).trashItems(items),
      restore: async (items) => (await vault()).restoreItems(items),
      deleteForever: async (items) => (await vault()).deleteForever(items),
      setStarred: async (items, isStarred) => (await vault()).setStarred(items, isStarred),
    },
    tags: {
      list: async () => (await vault()).listTags(),
      pairs: async () => (await vault()).listFileTags(),
      create: async (tag) => (await vault()).createTag(tag),
      remove: async (id) => (await vault()).removeTag(id),
      add: async (pair) => (await vault()).tagFile(pair),
      take: async (pair) => (await vault()).untagFile(pair),
    },
  }
}
