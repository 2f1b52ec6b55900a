import type { ExportState } from '#contract/organisation/tenant-life.ts'
import { formatBytes, formatCount } from '#web/lib/format.ts'
import { englishWords } from './languages/english-words.ts'

const states: Record<ExportState, string> = {
  waiting: 'Waits for the download',
  running: 'Being downloaded',
  done: 'Complete',
  cancelled: 'Cancelled',
  failed: 'Ended early',
}

/** Exports of organisations. */
export const tenantExports = englishWords('tenantLife', {
  title: 'Export',
  text: 'One archive of everything that the server holds of it: rows, and the content of files as it is stored, sealed. Passwords, tokens and secrets of sign-ins are not in it. Its audit log says that you took it.',
  loading: 'Reading exports',
  failed: 'The exports could not be read',
  retry: 'Try again',
  start: 'Export organisation',
  busy: 'Starting…',
  startFailed: 'No export was started',
  progress: 'Progress of the export',
  done: (rows: number, blobs: number, total: number | null, bytes: number) =>
    `${formatCount(rows)} rows, ${total === null ? formatCount(blobs) : `${formatCount(blobs)} of ${formatCount(total)}`} contents, ${formatBytes(bytes)}`,
  cancel: 'Cancel export',
  cancelling: 'Cancelling…',
  cancelled: 'The export was cancelled',
  cancelFailed: 'The export was not cancelled',
  states,
  earlier: (state: ExportState, when: string, who: string) => `${states[state]}, ${when}, ${who}`,
})
