import { partCount, plainBytesOfParts } from '#contract/content-layout.ts'
import { withRetry } from '../session/retry.ts'
import { VaultError } from '../session/vault-error.ts'
import { type Run, divide, partsOf, presentParts, runsOf } from './part-runs.ts'
import { type SentParts, requireUnchanged } from './sent-parts.ts'
import { type SegmentLeaves, joinLeaves } from './segment-leaves.ts'
import type { Report } from './send-content.ts'

/** Seals and sends parts of one file: in this thread (`createLocalSender`) or in a worker beside others. */
export type PartSender = {
  /** Starts a resumable upload on the server. @returns its path */
  createUpload: (signal: AbortSignal) => Promise<string>
  /** @throws {VaultError} `upload_expired` when the server no longer knows it */
  missingParts: (path: string, signal: AbortSignal) => Promise<number[]>
  sendRun: (path: string, run: Run, signal: AbortSignal) => Promise<SegmentLeaves>
  /** The leaves of parts that the server has; nothing is sent. */
  sealRun: (run: Run, signal: AbortSignal) => Promise<SegmentLeaves>
  /** Sends a file of one part in one request; without it, such a file is sent like a larger one. */
  sendWhole?: (signal: AbortSignal) => Promise<Uint8Array>
}

/** Where the caller keeps what it takes to resume: the page's storage, a file of the command line, or nothing. */
type UploadMemory = {
  /** Of the upload that an earlier run created; null for none. */
  path: string | null
  save: (path: string) => void
  /** Digests of the parts that were sent, those of this run included (`UploadReport.sealed`). */
  sent: () => SentParts
}

export type UploadReport = Report & {
  /** How much is stored in all, in plaintext bytes; `sent` changes it from there. */
  stored: (plainBytes: number) => void
}

export type ContentUpload = {
  sizeBytes: number
  /** They work side by side; the first one also creates the upload and asks what is missing. */
  senders: readonly [PartSender, ...PartSender[]]
  memory: UploadMemory
  signal: AbortSignal
  report: UploadReport
}

/**
 * Brings the content of one file to the server: creates its upload or resumes it, sends what is missing, and starts again from the first
 * byte, once, when the server forgot the upload. A connection that drops is waited for at every step (`withRetry`).
 *
 * Nothing is joined that does not fit: a part that is there already has to be what the file holds now.
 *
 * @returns the leaves of all segments, which the file's record signs.
 * @throws {VaultError} `source_changed` when it is not: the caller gives the upload up and plans another one | `upload_expired` | `file_unreadable` | `quota_reached` | `offline` after the last try; the signal's reason.
 */
export async function uploadContent(upload: ContentUpload): Promise<Uint8Array> {
  const { sizeBytes, senders, memory, signal, report } = upload
  const { sendWhole } = senders[0]
  signal.throwIfAborted()
  report.stored(0)
  if (sendWhole && partCount(sizeBytes) === 1) {
    const leaves = await sendWhole(signal)
    report.stored(sizeBytes)
    return leaves
  }
  try {
    return await sendMissing(upload, memory.path ?? (await create(upload)))
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof VaultError) || error.code !== 'upload_expired') throw error
    report.stored(0)
    return sendMissing(upload, await create(upload))
  }
}

async function create({ senders: [first], memory, signal, report }: ContentUpload): Promise<string> {
  const path = await withRetry(signal, () => first.createUpload(signal), report.troubled)
  memory.save(path)
  return path
}

async function sendMissing(upload: ContentUpload, path: string): Promise<Uint8Array> {
  const { sizeBytes, senders, memory, signal, report } = upload
  const before = memory.sent()
  const missing = await withRetry(signal, () => senders[0].missingParts(path, signal), report.troubled)
  const missingBytes = runsOf(missing).map((run) => plainBytesOfParts(sizeBytes, run))
  report.stored(sizeBytes - missingBytes.reduce((sum, bytes) => sum + bytes, 0))
  const toSend = divide(missing, senders.length)
  const toSeal = divide(presentParts(sizeBytes, missing), senders.length)
  const leaves: SegmentLeaves[] = []
  const failed = new AbortController()
  const stop = AbortSignal.any([signal, failed.signal])
  const work = async (sender: PartSender, at: number): Promise<void> => {
    for (const run of toSeal[at] ?? []) {
      stop.throwIfAborted()
      const sealed = await sender.sealRun(run, stop)
      await requireUnchanged(run, sealed, before)
      leaves.push(sealed)
    }
    for (const run of toSend[at] ?? []) {
      stop.throwIfAborted()
      leaves.push(await sender.sendRun(path, run, stop))
    }
  }
  const working = senders.map(work)
  try {
    await Promise.all(working)
  } catch (error) {
    failed.abort(error)
    // All of them must have stopped before anyone tries again.
    await Promise.allSettled(working)
    signal.throwIfAborted()
    throw error
  }
  const whole = joinLeaves(sizeBytes, leaves)
  // A part that was on its way when an earlier run ended may have been stored since, as it was then.
  for (const { first, last } of runsOf(
    toSend
      .flat()
      .flatMap(partsOf)
      .filter((part) => part in before),
  )) {
    await requireUnchanged({ first, last }, { first: 0, leaves: whole }, before)
  }
  return whole
}

/** Both counts of a report as changes of one total. */
export function asChanges(change: (plainBytes: number) => void): Pick<UploadReport, 'sent' | 'stored'> {
  let total = 0
  const sent = (plainBytes: number): void => {
    total += plainBytes
    change(plainBytes)
  }
  return { sent, stored: (plainBytes) => sent(plainBytes - total) }
}
