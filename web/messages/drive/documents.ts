import { formatCount } from '#web/lib/format.ts'

/** Documents tab: folders, tags and what carries them. */
export const documents = {
  title: 'Document Manager',
  search: 'Search files...',
  folders: 'Folders',
  /** On a phone, where both are folded away. */
  filters: (chosen: readonly string[]) => `Folders and tags${chosen.length > 0 ? `: ${chosen.join(', ')}` : ''}`,
  allFiles: 'All Files',
  folderMenu: (name: string) => `Folder ${name}: more`,
  tagged: (names: string) => `Tags: ${names}`,
  tags: 'Tags',
  tagMenu: (name: string) => `Tag ${name}: more`,
  noTags: 'No tags yet',
  delete: 'Delete',
  newTag: {
    open: 'New Tag',
    title: 'New tag',
    label: 'Tag name',
    hint: 'The name is encrypted before it is stored; the colour is not.',
    color: 'Colour',
    submit: 'Create tag',
  },
  /** In a dialog for one file or several. */
  choose: {
    open: 'Tags…',
    titleMany: (count: number) => `Tags of ${formatCount(count)} files`,
    own: (space: string) => `Tags are yours alone: the other members of ${space} do not see them.`,
    createOn: 'Create and add',
    done: 'Done',
  },
  filter: {
    open: 'Filter by tag',
    all: 'Show all files',
    clear: (name: string) => `Stop filtering by ${name}`,
    empty: 'No file here has this tag',
  },
  removeTag: {
    title: (name: string) => `Delete the tag ${name}?`,
    text: 'It leaves every file that has it. The files stay as they are.',
    submit: 'Delete tag',
  },
  files: 'Files',
  menuOf: (name: string) => `Tags of ${name}`,
  addTag: (name: string) => `Add ${name} tag`,
  removeFrom: (name: string) => `Remove ${name} tag`,
  noTagsToAdd: 'Make a tag first.',
  /** Two decimals, and never nothing for a file that has bytes. */
  megabytes: (sizeBytes: number) => {
    const rounded = (sizeBytes / 1024 / 1024).toFixed(2)
    return rounded === '0.00' && sizeBytes > 0 ? '< 0.01 MB' : `${rounded} MB`
  },
  empty: 'No files found matching your criteria',
  loading: 'Loading...',
  colors: {
    '#6366f1': 'Indigo',
    '#8b5cf6': 'Violet',
    '#06b6d4': 'Cyan',
    '#10b981': 'Emerald',
    '#f59e0b': 'Amber',
    '#ef4444': 'Red',
    '#ec4899': 'Pink',
    '#84cc16': 'Lime',
  },
  toast: {
    tagCreated: 'Tag created successfully',
    tagDeleted: 'Tag deleted successfully',
    added: (count: number) => (count === 1 ? 'Tag added to file' : `Tag added to ${formatCount(count)} files`),
    removed: (count: number) =>
      count === 1 ? 'Tag removed from file' : `Tag removed from ${formatCount(count)} files`,
    fetchFailed: 'Failed to fetch tags',
    createFailed: 'Failed to create tag',
    deleteFailed: 'Failed to delete tag',
    addFailed: 'Failed to add tag to file',
    removeFailed: 'Failed to remove tag from file',
  },
} as const
