import type { DownloadProgress, UploadItem } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'

/** Waiting for its turn, or being sealed and sent. */
export function isRunning({ state }: UploadItem): boolean {
  return state === 'waiting' || state === 'encrypting' || state === 'uploading'
}

/** Stored, given up or cancelled: nothing more will happen by itself or by a press of Resume. */
export function isFinished({ state }: UploadItem): boolean {
  return state === 'sealed' || state === 'cancelled'
}

/** Rows of a batch that are drawn; more would keep the page busy, and nobody reads them. */
const SHOWN_UPLOADS = 100
/** What wants somebody comes first, then what runs. */
const URGENCY: readonly UploadItem['state'][][] = [
  ['failed', 'resumable'],
  ['encrypting', 'uploading'],
  ['paused'],
  ['waiting'],
  ['sealed', 'cancelled'],
]

/**
 * The uploads that the panel lists, in the order it lists them, and how many more there are. What was done before the newest batch is
 * in the list of files.
 */
export function shownUploads(uploads: readonly UploadItem[]): { shown: readonly UploadItem[]; more: number } {
  const newest = newestBatch(uploads)
  const listed = uploads.filter((upload) => upload.batch === newest || !isFinished(upload))
  const byUrgency = URGENCY.flatMap((states) => listed.filter(({ state }) => states.includes(state)))
  return { shown: byUrgency.slice(0, SHOWN_UPLOADS), more: Math.max(0, listed.length - SHOWN_UPLOADS) }
}

/** The number of those that ran since the last time that nothing did; 0 where there are none. */
export function newestBatch(uploads: readonly UploadItem[]): number {
  return uploads.reduce((most, { batch }) => Math.max(most, batch), 0)
}

function countedUploads(uploads: readonly UploadItem[]): UploadItem[] {
  const newest = newestBatch(uploads)
  return uploads.filter(({ batch, state }) => batch === newest && state !== 'cancelled')
}

/** The headline of the panel: how far the newest batch is; when nothing runs, all that needs attention, or else what was stored. */
export function transferTitle(uploads: readonly UploadItem[], downloads: readonly DownloadProgress[]): string {
  const text = m.transfers
  const counted = countedUploads(uploads)
  const inState = (...states: UploadItem['state'][]) => uploads.filter(({ state }) => states.includes(state)).length

  if (uploads.some(isRunning)) {
    const ended = counted.filter(({ state }) => state === 'sealed' || state === 'failed').length
    return text.uploading(Math.min(counted.length, ended + 1), counted.length)
  }
  if (downloads.length > 0) return text.downloading(downloads.length)
  const sealed = counted.filter(({ state }) => state === 'sealed')
  const paused = inState('paused', 'resumable')
  if (paused > 0) return text.andStored(text.paused(paused), sealed.length)
  const failed = inState('failed')
  if (failed > 0) return text.andStored(text.failed(failed), sealed.length)
  const [first] = sealed
  if (!first) return text.stopped
  return sealed.length === 1 ? m.files.toast.uploaded(shortName(first.name)) : text.uploadedMany(sealed.length)
}

/** Of a longer name the headline has the ends, so that the sentence fits on two lines of a phone; the row has all of it. */
const NAME_LETTERS = 28
const LAST_LETTERS = 10

function shortName(name: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
  if (letters.length <= NAME_LETTERS) return name
  return `${letters.slice(0, NAME_LETTERS - LAST_LETTERS - 1).join('')}…${letters.slice(-LAST_LETTERS).join('')}`
}

/** Share of the newest batch's bytes that are stored, 0 to 1; cancelled uploads do not count, sealed ones count in full. */
export function totalProgress(uploads: readonly UploadItem[]): number {
  const counted = countedUploads(uploads)
  const totalBytes = counted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const sentBytes = counted.reduce((sum, one) => sum + (one.state === 'sealed' ? one.sizeBytes : one.sentBytes), 0)
  if (totalBytes === 0) return counted.every(isFinished) ? 1 : 0
  return sentBytes / totalBytes
}

/** One line about an upload. */
export function uploadText({ state, sentBytes, sizeBytes, problem }: UploadItem): string {
  const text = m.transfers.state
  switch (state) {
    case 'uploading':
    case 'paused':
      return problem ?? text[state](sentBytes, sizeBytes)
    case 'failed':
    case 'encrypting':
    case 'resumable':
      return problem ?? text[state]
    case 'waiting':
    case 'sealed':
    case 'cancelled':
      return text[state]
  }
}
