import { useQueryClient } from '@tanstack/react-query'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '../../vault-context.ts'
import { foldersQuery } from '../files.queries.ts'
import type { FolderFile } from '../folders/folder-entries.ts'
import { createFolderTree } from '../folders/folder-tree.ts'
import { makeFolders } from '../folders/make-folders.ts'
import { type Accepted, useResolveConflicts } from './use-resolve-conflicts.ts'

const text = m.items.folderUpload
type ArrivingFile = { file: File; name: string; folderId: string | null }

/** Queues files, and folders with what is in them, for upload into a folder; asks about names that are taken. */
export function useUpload() {
  const { files, folders } = useVault()
  const queries = useQueryClient()
  const resolveConflicts = useResolveConflicts()

  const send = (accepted: readonly Accepted<ArrivingFile>[]) => {
    const fresh = accepted.filter(({ replaces }) => !replaces)
    for (const { incoming, replaces } of accepted) if (replaces) files.replace(incoming.file, replaces)
    for (const [folderId, some] of Map.groupBy(fresh, ({ incoming }) => incoming.folderId)) {
      const named = some.map(({ incoming, name }) => withName(incoming.file, name))
      files.upload(named, folderId)
    }
  }
  const queue = async (list: readonly Omit<ArrivingFile, 'name'>[]) => {
    const incomingFiles = list.map((one) => ({ ...one, name: one.file.name }))
    const { free, rest } = resolveConflicts(incomingFiles)
    send(free)
    send(await rest)
  }
  const uploadFolder = async (reading: Promise<FolderFile[]>, into: string | null) => {
    try {
      const list = await reading
      if (list.length === 0) return toastError(m.files.toast.uploadError, text.empty)
      const paths = list.map(({ path }) => path)
      // Before the list is there, every folder would look new.
      const tree = createFolderTree(await queries.ensureQueryData(foldersQuery(folders)))
      const places = await makeFolders(paths, { tree, into, create: folders.create })
      await queue(list.map(({ file }, at) => ({ file, folderId: places[at] ?? null })))
    } catch (error) {
      toastError(m.files.toast.uploadError, m.files.because(text.failed, sentenceFor(error)))
    } finally {
      // The list shows its own failure.
      void queries.invalidateQueries({ queryKey: ['folders'] })
    }
  }
  return {
    upload: (chosen: readonly File[], into: string | null) =>
      void queue(chosen.map((file) => ({ file, folderId: into }))),
    /** @param reading the files of the folder, as they are read. */
    uploadFolder: (reading: Promise<FolderFile[]>, into: string | null) => void uploadFolder(reading, into),
  }
}

/** The same bytes under another name. */
function withName(file: File, name: string): File {
  return file.name === name ? file : new File([file], name, { type: file.type, lastModified: file.lastModified })
}
