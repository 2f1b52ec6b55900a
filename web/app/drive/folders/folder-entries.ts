/** A file of an uploaded folder, and the folders it lies in, from the outermost. */
export type FolderFile = { file: File; path: readonly string[] }

/** Reads dropped files and folders, with everything in them. Must be given the entries of the drop event itself. */
export async function readEntries(
  entries: readonly FileSystemEntry[],
  path: readonly string[] = [],
): Promise<FolderFile[]> {
  const found: FolderFile[] = []
  for (const entry of entries) {
    if (isFile(entry)) found.push({ file: await fileOf(entry), path })
    else if (isFolder(entry)) {
      found.push(...(await readEntries(await entriesOf(entry), [...path, entry.name])))
    }
  }
  return found
}

/** Files of the folder that was chosen, as the browser's own chooser gives them. */
export function chosenFolderFiles(files: readonly File[]): FolderFile[] {
  return files.map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1) }))
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
