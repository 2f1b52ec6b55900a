import { formatCount } from '#web/lib/format.ts'

export const files = {
  title: 'My Files',
  search: 'Search encrypted files...',
  stats: {
    label: 'Summary',
    total: 'Total Files',
    encrypted: 'Quantum Encrypted',
    shared: 'Shared Files',
    details: 'Details of the figures',
  },
  statNote: {
    total: (size: string) => `${size} in all`,
    encrypted: 'AES-256-GCM, keys only you hold',
    shared: (kept: number) => `${formatCount(kept)} kept to yourself`,
  },
  /** Instead of a figure that is not known. */
  unknown: '–',
  upload: 'Upload',
  drop: {
    title: 'Quantum Secure Upload',
    idle: 'Drag & drop files here, or click to select',
    /** Where nothing can be dragged. */
    idleTouch: 'Choose files or photos',
    active: 'Drop files here',
    busy: 'Encrypting and uploading...',
    badges: (limit: string) => ['256-bit Encryption', 'Zero-Knowledge', `Max ${limit}`],
    choose: 'Choose files to upload',
  },
  columns: { name: 'Name', size: 'Size', used: 'Last used', sharing: 'Shared with', actions: 'Actions' },
  badge: { quantum: 'Quantum', shared: 'Shared', onlyYou: 'Only you', plain: 'Not encrypted' },
  sharedWith: {
    /** Read aloud, and shown on hover. */
    words: (names: readonly string[], links: number) =>
      [
        names.length > 0 ? `Shared with ${names.join(', ')}` : '',
        links > 0 ? `${formatCount(links)} ${links === 1 ? 'link' : 'links'}` : '',
      ]
        .filter(Boolean)
        .join('; '),
    link: (links: number, days: number) =>
      `${links === 1 ? 'Link' : `${formatCount(links)} links`}, ${days === 1 ? '1 day left' : `${formatCount(days)} days left`}`,
  },
  selected: (count: number) => `${formatCount(count)} selected`,
  clearSelection: 'Clear selection',
  opened: (when: string) => `Opened ${when}`,
  added: (when: string) => `Added ${when}`,
  empty: 'No files found',
  emptySearch: 'No files match your search',
  emptyStart: 'Upload your first file to get started',
  clearSearch: 'Clear search',
  loading: 'Loading files',
  /** While the names of a large vault are fetched and opened. */
  reading: (read: number, total: number) => `Reading names… ${formatCount(read)} of ${formatCount(total)}`,
  /** While the server is asked what changed since. */
  fromDevice: 'As this device last saw it; looking for changes…',
  failed: 'Failed to fetch files',
  isOld: 'Below is what was there before.',
  retry: 'Retry',
  action: {
    menu: (name: string) => `More actions for ${name}`,
    menuTitle: (name: string) => `Actions for ${name}`,
    preview: 'Preview',
    previewFile: (name: string) => `Preview ${name}`,
    download: 'Download and decrypt',
    downloadFile: (name: string) => `Download and decrypt ${name}`,
    share: 'Share',
    shareFile: (name: string) => `Share ${name}`,
    unshare: 'Stop sharing',
    sharing: 'Shared: who has access',
    sharingOf: (name: string) => `Who has access to ${name}`,
    rename: 'Rename',
    remove: 'Delete',
    removeFile: (name: string) => `Delete ${name}`,
    downloadSelected: 'Download',
    deleteSelected: 'Delete',
  },
  rename: {
    title: 'Rename file',
    label: 'New name',
    hint: 'The new name is encrypted before it is stored.',
    submit: 'Rename',
    busy: 'Renaming...',
    empty: 'Enter a name.',
    taken: 'Something here has this name already. Choose another one.',
    slash: 'A name cannot contain / or \\.',
    long: 'This name is too long. Use at most 255 characters; accents, emoji and other alphabets count two to four times.',
  },
  toast: {
    error: 'Error',
    uploaded: (name: string) => `${name} has been encrypted and uploaded securely`,
    uploadError: 'Upload Error',
    uploadErrorText: 'Failed to upload and encrypt file',
    uploadSignedOut: 'You must be logged in to upload files',
    downloaded: 'Download Complete',
    downloadedText: (name: string) => `${name} has been decrypted and downloaded`,
    downloadError: 'Download Error',
    downloadErrorText: 'Failed to decrypt and download file',
    deleted: 'File Deleted',
    deletedText: (name: string) => `${name} has been permanently deleted`,
    deleteError: 'Delete Error',
    deleteErrorText: 'Failed to delete file',
    shared: 'File Shared',
    unshared: 'File Unshared',
    sharingText: (name: string) => `${name} sharing status updated`,
    shareErrorText: 'Failed to update sharing status',
    renamed: 'File Renamed',
    renamedText: (name: string) => `The file is now called ${name}`,
    renameErrorText: 'Failed to rename file',
  },
  /** The catalogue's sentence first, then what happened and what is safe. */
  because: (sentence: string, reason: string) => `${sentence.replace(/\.$/, '')}. ${reason}`,
} as const
