import { formatBytes, formatCount } from '#web/lib/format.ts'

const plural = (count: number) => (count === 1 ? 'upload' : 'uploads')

export const transfers = {
  /** Of a file that is dropped on the page of a locked vault. */
  locked: {
    title: 'The file was not taken',
    text: 'The vault has to be open first. Enter your password, then drop the file again.',
  },
  region: 'Transfers',
  uploading: (at: number, total: number) => `Uploading ${formatCount(at)} of ${formatCount(total)}`,
  paused: (count: number) => `${formatCount(count)} ${plural(count)} paused`,
  failed: (count: number) => `${formatCount(count)} ${plural(count)} failed`,
  /** What needs attention, and how many others of the batch are stored. */
  andStored: (title: string, count: number) => (count === 0 ? title : `${title}, ${formatCount(count)} stored`),
  stopped: 'Uploads stopped',
  more: (count: number) => `and ${formatCount(count)} more`,
  downloading: (count: number) => `Downloading ${formatCount(count)} ${count === 1 ? 'file' : 'files'}`,
  total: 'Total progress',
  progressOf: (name: string) => `Progress of ${name}`,
  collapse: 'Collapse transfers',
  expand: 'Expand transfers',
  close: 'Close transfers',
  /** The catalogue's sentence, then which file and why. */
  failedOne: (sentence: string, name: string, reason: string) => `${sentence}: ${name}. ${reason}`,
  show: 'Show',
  retryAll: 'Retry all failed',
  clear: 'Clear finished',
  pause: (name: string) => `Pause ${name}`,
  resume: (name: string) => `Resume ${name}`,
  retry: (name: string) => `Retry ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  /** The catalogue's sentence for one file, said once for a batch. */
  uploadedMany: (count: number) => `${formatCount(count)} files have been encrypted and uploaded securely`,
  anotherFile: 'This is another file. Choose the one that was being uploaded.',
  reconnecting: 'No connection. Trying again; what was sent is kept.',
  sentAgain: 'The file has changed since the upload began, so it is sent again from the beginning.',
  choose: (name: string) => `Choose ${name} again to continue`,
  state: {
    waiting: 'Waiting',
    encrypting: 'Encrypting',
    uploading: (sentBytes: number, sizeBytes: number) =>
      `Encrypting and uploading, ${formatBytes(sentBytes)} of ${formatBytes(sizeBytes)}`,
    sealed: 'Sealed and stored',
    paused: (sentBytes: number, sizeBytes: number) =>
      `Paused at ${formatBytes(sentBytes)} of ${formatBytes(sizeBytes)}`,
    failed: 'Failed',
    cancelled: 'Cancelled',
    resumable: 'Interrupted. Choose the same file to continue.',
  },
  decrypting: (doneBytes: number, sizeBytes: number) =>
    `Downloading and decrypting, ${formatBytes(doneBytes)} of ${formatBytes(sizeBytes)}`,
  confirm: {
    title: (count: number) => `Stop ${formatCount(count)} ${plural(count)}?`,
    text: 'What was sent so far is discarded. Files that are already stored stay.',
    keep: 'Keep uploading',
    stop: 'Stop uploads',
  },
} as const
