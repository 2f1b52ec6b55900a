/** A file of an uploaded folder, and the folders it lies in, from the outermost. */
export type FolderFile = { file: File; path: readonly string[] }

/** Something that the browser could not read: a file or a folder. `name` includes the path. */
export type UnreadEntry = { name: string; again: () => Promise<FolderContents> }

export type FolderContents = {
  files: FolderFile[]
  /** Paths of all folders, empty ones too, each after the one it lies in. */
  folders: (readonly string[])[]
  unread: UnreadEntry[]
}

/**
 * Reads dropped files and folders, with everything in them. What cannot be read is left out and named, the rest is there. Must be given the
 * entries of the drop event itself.
 */
export async function readEntries(
  entries: readonly FileSystemEntry[],
  path: readonly string[] = [],
): Promise<FolderContents> {
  const found: FolderContents = { files: [], folders: [], unread: [] }
  for (const entry of entries) {
    const inside = [...path, entry.name]
    try {
      if (isFile(entry)) found.files.push({ file: await fileOf(entry), path })
      else if (isFolder(entry)) {
        found.folders.push(inside)
        const below = await readEntries(await entriesOf(entry), inside)
        found.files.push(...below.files)
        found.folders.push(...below.folders)
        found.unread.push(...below.unread)
      }
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      found.unread.push({ name: inside.join('/'), again: () => readEntries([entry], path) })
    }
  }
  return found
}

/** Files of the folder that was chosen, as the browser's own chooser gives them; it tells of no empty folders. */
export function chosenFolderFiles(files: readonly File[]): FolderContents {
  const read = files.map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1) }))
  return { files: read, folders: [], unread: [] }
}

// Not `instanceof`: Chromium knows these classes by other names.
function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject)
  })
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const read = () =>
    new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
  const all: FileSystemEntry[] = []
  // Chromium gives a hundred at a time; an empty answer is the end.
  for (;;) {
    const some = await read()
    if (some.length === 0) return all
    all.push(...some)
  }
}
