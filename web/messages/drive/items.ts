import { LIMITS } from '#contract/limits.ts'
import { formatCount } from '#web/lib/format.ts'

const items = (count: number) => `${formatCount(count)} ${count === 1 ? 'item' : 'items'}`
/** One thing by its name, several by their number. */
const named = (names: readonly string[]) => (names.length === 1 ? (names[0] ?? '') : items(names.length))

/** Folders, moving, the trash and stars. */
export const itemTexts = {
  list: 'Files and folders',
  named,
  folder: 'Folder',
  fetchFailed: 'Failed to fetch folders',
  holds: items,
  summary: (folders: number, files: number) =>
    [
      folders > 0 ? `${formatCount(folders)} ${folders === 1 ? 'folder' : 'folders'}` : '',
      files > 0 || folders === 0 ? `${formatCount(files)} ${files === 1 ? 'file' : 'files'}` : '',
    ]
      .filter(Boolean)
      .join(', '),
  found: (count: number) => `${items(count)} found`,
  selectAll: 'Select all files and folders',
  where: (place: string) => `in ${place}`,
  up: (name: string) => `Up to ${name}`,
  more: 'Folders in between',
  views: { label: 'View', all: 'All files', starred: 'Starred', trash: 'Trash' },
  layout: { label: 'Layout', list: 'List', tiles: 'Tiles' },
  /** Menu of a phone's toolbar. */
  moreTools: 'New folder and more',
  open: 'Open',
  emptyFolder: { title: 'This folder is empty', text: 'Drop files here, or upload some.' },
  folderGone: {
    title: 'This folder is not here',
    text: 'It was deleted, or it belongs to another vault.',
    action: 'Go to My Files',
  },
  emptyStarred: { title: 'Nothing starred', text: 'Star files and folders to find them again here.' },
  star: {
    on: 'Star',
    off: 'Remove star',
    onOf: (name: string) => `Star ${name}`,
    offOf: (name: string) => `Remove star from ${name}`,
    is: 'Starred',
    failed: 'Failed to update the star',
  },
  newFolder: {
    open: 'New Folder',
    title: 'New folder',
    label: 'Folder name',
    hint: 'The name is encrypted before it is stored.',
    submit: 'Create folder',
    created: 'Folder created successfully',
    failed: 'Failed to create folder',
  },
  rename: {
    folder: 'Rename folder',
    folderDone: 'Folder renamed',
    folderText: (name: string) => `The folder is now called ${name}`,
    folderFailed: 'Failed to rename folder',
  },
  move: {
    open: 'Move to…',
    selected: 'Move',
    title: (names: readonly string[]) => `Move ${named(names)}`,
    tree: 'Folders',
    hint: 'Arrow keys walk through the folders; right opens one.',
    submit: 'Move here',
    here: 'It is in this folder already.',
    inside: 'A folder cannot be moved into itself.',
    done: (names: readonly string[], to: string) => `${named(names)} moved to ${to}`,
    failed: 'Failed to move',
  },
  copy: {
    here: 'Make a copy',
    open: 'Copy to…',
    selected: 'Copy',
    title: (names: readonly string[]) => `Copy ${named(names)}`,
    tree: 'My Files, team spaces and their folders',
    hint: 'Arrow keys walk through the folders; right opens one. The content is not sent again.',
    treeFailed: (place: string) => `The folders of ${place} could not be read.`,
    submit: 'Copy here',
    busy: (names: readonly string[]) => `Copying ${named(names)}…`,
    done: (names: readonly string[], to: string) => `${named(names)} copied to ${to}`,
    failed: 'Failed to copy. Nothing was changed, and what was copied before it failed was taken back.',
    held: (names: readonly string[]) => `${named(names)} ready to be copied`,
    heldText: (key: string) => `Open a folder, here or in a team space, and press ${key}+V.`,
    /** Before folders go to another space. */
    along: {
      title: (names: readonly string[], to: string) => `Copy ${named(names)} to ${to}?`,
      look: (count: number) =>
        `With everything in it, ${formatCount(count)} ${count === 1 ? 'file goes' : 'files go'} along. Look through the names: of older folders, the server says which lies in which.`,
      names: 'What goes along',
      submit: 'Copy',
    },
  },
  trash: {
    done: (names: readonly string[]) => `${named(names)} moved to the trash`,
    note: `Deleted for good after ${LIMITS.trashDays} days.`,
    sharedNote: 'Shared access and links stop until it is restored.',
    /** Who cannot open what is in the trash. */
    losers: (people: number, links: number, files: number) =>
      `${[
        people > 0 ? `${formatCount(people)} ${people === 1 ? 'person' : 'people'}` : '',
        links > 0 ? `${formatCount(links)} ${links === 1 ? 'link' : 'links'}` : '',
      ]
        .filter(Boolean)
        .join(' and ')} can’t open ${files === 1 ? 'it while it is' : 'them while they are'} in the trash.`,
    deleteSelected: 'Delete',
    intro: `What is here is deleted for good after ${LIMITS.trashDays} days.`,
    from: 'Original location',
    when: 'Deleted',
    empty: { title: 'The trash is empty', text: `What you delete stays here for ${LIMITS.trashDays} days.` },
    restore: 'Restore',
    restoreOf: (name: string) => `Restore ${name}`,
    restored: (names: readonly string[], place: string) => `${named(names)} restored to ${place}`,
    movedHome: (count: number) => `${items(count)} came back in My Files, because the folder is gone or in the trash.`,
    sharedAgain: 'What was shared is open to the same people and links again.',
    restoreFailed: 'Failed to restore',
    deleteForever: 'Delete for good',
    deleteOf: (name: string) => `Delete ${name} for good`,
    emptyAll: 'Empty trash',
    titleOf: (names: readonly string[]) => `Delete ${named(names)} for good?`,
    titleAll: 'Empty the trash?',
    text: 'The encrypted bytes and their keys are removed, with everything inside folders. This cannot be undone.',
    deletedMany: (count: number) => `${items(count)} have been permanently deleted`,
    deletedTitle: 'Deleted for good',
    folderDeleted: 'Folder deleted successfully',
    folderFailed: 'Failed to delete folder',
  },
  zip: {
    open: 'Download as ZIP',
    empty: 'There are no files in it.',
    done: (name: string) => `${name} has been decrypted and downloaded`,
    failedAt: (path: string, reason: string) => `Failed at ${path}; nothing of the archive was saved. ${reason}`,
  },
  undone: 'Undone',
  conflict: {
    title: (count: number) =>
      count === 1
        ? 'A file of this name is here already'
        : `${formatCount(count)} files of the same names are here already`,
    more: (count: number) => `and ${formatCount(count)} more`,
    rest: (count: number) => `The other ${count === 1 ? 'one does' : `${formatCount(count)} do`} not wait.`,
    choices: 'What to do',
    replace: 'Replace',
    replaceHint: `The file that is here moves to the trash, for ${LIMITS.trashDays} days.`,
    versionHint: 'What is here now is kept as an earlier version. Existing links stop working.',
    keepBoth: 'Keep both',
    keepBothHint: (name: string) => `The new one is called ${name}.`,
    skip: 'Skip',
    skipHint: "Keep the existing file, don't upload this one.",
    submit: 'Continue',
  },
  folderUpload: {
    unread: (names: readonly string[]) =>
      `This browser could not read ${listed(names)}. Everything else is being stored.`,
    unmade: (names: readonly string[]) => `Not stored: ${listed(names)}.`,
    again: 'Try again',
    open: 'Upload folder',
    files: 'Upload files',
    failed: 'Failed to make the folders',
    failedText: 'Nothing of this folder was uploaded. Try again.',
    empty: 'There are no files in this folder.',
  },
} as const

const MAX_NAMED = 3

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(', ')
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown
}
