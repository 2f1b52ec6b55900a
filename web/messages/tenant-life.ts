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

/** Organisations that are deleted, for who runs the installation. */
export const tenantDeletions = englishWords('tenantLife', {
  title: 'Deletion',
  loading: 'Reading the deletion',
  failed: 'The deletion could not be read',
  retry: 'Try again',
  open: 'Delete…',
  text: (people: number, days: number) =>
    `In ${days} days its ${people === 1 ? 'one account' : `${formatCount(people)} accounts`} and all its files are deleted for good. Until then nobody but its owners can sign in. They are mailed now, a week before the end and at the end, and may ask to keep it. You can restore it until then.`,
  reason: 'Reason',
  reasonHint: 'Its owners read it.',
  reasonMissing: 'Say why.',
  name: (name: string) => `Type ${name} to confirm`,
  nameWrong: 'This is not its name.',
  confirm: 'Delete organisation',
  busy: 'Deleting…',
  begun: (name: string) => `${name} will be deleted`,
  failedToBegin: 'It will not be deleted',
  until: (when: string) => `Everything is deleted on ${when}. It can be restored until then.`,
  why: (who: string, reason: string) => `${who} decided it. Reason: ${reason}`,
  asked: (who: string, words: string) => `${who} asks to keep it: ${words}`,
  restore: 'Restore organisation',
  restoring: 'Restoring…',
  restored: 'The organisation stays',
  restoreFailed: 'It was not restored',
})

/** The same for its owners. */
export const ownDeletion = englishWords('tenantLife', {
  notice: (when: string) => `Your organisation will be deleted on ${when}.`,
  open: 'What happens',
  title: 'Your organisation will be deleted',
  what: (when: string) =>
    `On ${when} all accounts of your organisation and all its files are deleted for good. Until then nobody but its owners can sign in. Download the files that you need.`,
  why: (who: string, reason: string) => `${who}, who runs this installation, decided it. Reason: ${reason}`,
  keeping: 'Ask to keep it',
  keepingHint: 'It goes to those who run this installation. They decide.',
  keepingMissing: 'Say why.',
  ask: 'Send',
  asking: 'Sending…',
  asked: 'They were asked to keep it',
  askFailed: 'It was not sent',
  askedBefore: (when: string) => `They were asked to keep it on ${when}.`,
})
