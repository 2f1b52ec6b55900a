import type { FileTag, Items, OrderClient, VaultFile, VaultFolder, VaultTag } from '#web/lib/vault-client.ts'
import type { Shelf } from './memory-files.ts'

/** Folders, trash, stars and tags in memory; `?folders=` how many. */
export function createMemoryOrder(settings: URLSearchParams, shelf: Shelf): OrderClient {
  let folders = Array.from({ length: Number(settings.get('folders') ?? 3) }, (_, at) =>
    newFolder(`Folder ${at + 1}`, null),
  )
  let tags: VaultTag[] = []
  let pairs: FileTag[] = []

  const edit = ({ fileIds, folderIds }: Items, change: Change) => {
    shelf.files = shelf.files.map((one) => (fileIds.includes(one.id) ? { ...one, ...change.file } : one))
    folders = folders.map((one) => (folderIds.includes(one.id) ? { ...one, ...change.folder } : one))
  }
  return {
    folders: {
      spaceId: null,
      list: async () => folders,
      create: async ({ name, parentId }) => {
        const made = newFolder(name, parentId)
        folders = [...folders, made]
        return made
      },
      rename: async (id, name) => edit({ fileIds: [], folderIds: [id] }, { folder: { name } }),
    },
    items: {
      move: async ({ to, ...items }) => edit(items, { file: { folderId: to }, folder: { parentId: to } }),
      copy: async ({ to, files }) => {
        const made = files.flatMap(({ id, name }) => {
          const file = shelf.files.find((one) => one.id === id)
          return file ? [{ ...file, id: crypto.randomUUID(), name, folderId: to.folderId }] : []
        })
        shelf.files = [...made, ...shelf.files]
        return { fileIds: made.map(({ id }) => id), folderIds: [] }
      },
      trash: async (items) => edit(items, both({ trashedAt: new Date().toISOString() })),
      restore: async (items) => {
        edit(items, both({ trashedAt: null }))
        return 0
      },
      deleteForever: async ({ fileIds, folderIds }) => {
        shelf.files = shelf.files.filter(({ id }) => !fileIds.includes(id))
        folders = folders.filter(({ id }) => !folderIds.includes(id))
      },
      setStarred: async (items, isStarred) => edit(items, both({ isStarred })),
    },
    tags: {
      list: async () => tags,
      pairs: async () => pairs,
      create: async (tag) => {
        const made = { ...tag, id: crypto.randomUUID() }
        tags = [...tags, made]
        return made
      },
      remove: async (id) => {
        tags = tags.filter((tag) => tag.id !== id)
        pairs = pairs.filter(({ tagId }) => tagId !== id)
      },
      add: async (pair) => {
        pairs = [...pairs, pair]
      },
      take: async ({ fileId, tagId }) => {
        pairs = pairs.filter((pair) => pair.fileId !== fileId || pair.tagId !== tagId)
      },
    },
  }
}

type Change = { file?: Partial<VaultFile>; folder?: Partial<VaultFolder> }
const both = (change: { trashedAt?: string | null; isStarred?: boolean }): Change => ({ file: change, folder: change })

function newFolder(name: string, parentId: string | null): VaultFolder {
  const createdAt = new Date().toISOString()
  return { id: crypto.randomUUID(), name, parentId, createdAt, isStarred: false, trashedAt: null }
}
