import { useQueryClient } from '@tanstack/react-query'
import type { Within } from '#vault/folders/prove-folders.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { foldersQuery } from '../files.queries.ts'
import type { FolderContents, UnreadEntry } from '../folders/folder-entries.ts'
import { createFolderTree } from '../folders/folder-tree.ts'
import { makeFolders } from '../folders/make-folders.ts'
import { type Accepted, useResolveConflicts } from './use-resolve-conflicts.ts'

const text = m.items.folderUpload
/** A path that was not stored, and why. */
type Left = { name: string; error: unknown }
/** `within`: the folders of its place, the outermost first. */
type ArrivingFile = { file: File; name: string; folderId: string | null; within: Within }

/** Queues files, and folders with what is in them, for upload into a folder; asks about names that are taken. */
export function useUpload() {
  const { files, folders } = useVault()
  const queries = useQueryClient()
  const resolveConflicts = useResolveConflicts()

  const knownTree = () => createFolderTree(queries.getQueryData(foldersQuery(folders).queryKey) ?? [])
  const send = (accepted: readonly Accepted<ArrivingFile>[]) => {
    const fresh = accepted.filter(({ replaces }) => !replaces)
    const tree = knownTree()
    for (const { incoming, replaces } of accepted)
      if (replaces) files.replace(incoming.file, { ...replaces, within: tree.path(replaces.folderId) })
    for (const some of Map.groupBy(fresh, ({ incoming }) => incoming.folderId).values()) {
      const named = some.map(({ incoming, name }) => withName(incoming.file, name))
      files.upload(named, some[0]?.incoming.within ?? [])
    }
  }
  const queue = async (list: readonly Omit<ArrivingFile, 'name'>[]) => {
    const incomingFiles = list.map((one) => ({ ...one, name: one.file.name }))
    const { free, rest } = resolveConflicts(incomingFiles)
    send(free)
    send(await rest)
  }
  /** @returns the paths of what could not be stored, with the reason where it is known. */
  const store = async ({ files: found, folders: paths }: FolderContents, into: string | null): Promise<Left[]> => {
    // Before the list is there, every folder would look new.
    const tree = createFolderTree(await queries.ensureQueryData(foldersQuery(folders)))
    const all = [...paths, ...found.map(({ path }) => path)]
    const places = await makeFolders(all, { tree, into: tree.path(into), create: folders.create })
    const left: Left[] = []
    const ready: Omit<ArrivingFile, 'name'>[] = []
    for (const [at, place] of places.entries()) {
      const file = found[at - paths.length]?.file
      if ('within' in place) ready.push(...(file ? [arriving(file, place.within)] : []))
      else left.push({ name: [...(all[at] ?? []), ...(file ? [file.name] : [])].join('/'), error: place.error })
    }
    await queue(ready)
    return left
  }
  const uploadFolder = async (reading: Promise<FolderContents>, into: string | null) => {
    try {
      const contents = await reading
      if (isEmpty(contents)) return toastError(m.files.toast.uploadError, text.empty)
      const left = await store(contents, into)
      if (left.length > 0) sayLeft(left)
      if (contents.unread.length > 0) offerAgain(contents.unread, into)
    } catch (error) {
      toastError(m.files.toast.uploadError, m.files.because(text.failed, sentenceFor(error)))
    } finally {
      // The list shows its own failure.
      void queries.invalidateQueries({ queryKey: ['folders'] })
    }
  }
  const offerAgain = (unread: readonly UnreadEntry[], into: string | null) => {
    const names = unread.map(({ name }) => name)
    const onPress = () => void uploadFolder(readAgain(unread), into)
    toastError(m.files.toast.uploadError, text.unread(names), { action: { label: text.again, onPress } })
  }
  return {
    upload: (chosen: readonly File[], into: string | null) =>
      void queue(chosen.map((file) => arriving(file, knownTree().path(into)))),
    /** @param reading the files of the folder, as they are read. */
    uploadFolder: (reading: Promise<FolderContents>, into: string | null) => void uploadFolder(reading, into),
  }
}

const arriving = (file: File, within: Within) => ({ file, folderId: within.at(-1)?.id ?? null, within })

/** The same bytes under another name. */
function withName(file: File, name: string): File {
  return file.name === name ? file : new File([file], name, { type: file.type, lastModified: file.lastModified })
}

async function readAgain(unread: readonly UnreadEntry[]): Promise<FolderContents> {
  const read = await Promise.all(unread.map(({ again }) => again()))
  return {
    files: read.flatMap(({ files }) => files),
    folders: read.flatMap(({ folders }) => folders),
    unread: read.flatMap((one) => one.unread),
  }
}

function sayLeft(left: readonly Left[]): void {
  const names = left.map(({ name }) => name)
  toastError(m.files.toast.uploadError, m.files.because(text.unmade(names), sentenceFor(left[0]?.error)))
}

const isEmpty = ({ files, folders, unread }: FolderContents): boolean =>
  files.length + folders.length + unread.length === 0
