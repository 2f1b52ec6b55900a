import { SEGMENTS_PER_PART, partEnd, partOffset, plainBytesOfParts } from '#contract/content-layout.ts'
import { type FloeSealer, LEAF_BYTES, segmentCount } from '#crypto/index.ts'
import type { VaultApi } from '../session/api.ts'
import type { ContentKeys } from './content-keys.ts'
import { withRetry } from '../session/retry.ts'
import { createContentSealer, leavesOfParts, sealParts } from './seal-parts.ts'
import { type Run, runsOf } from './part-runs.ts'
import { digestOfPart } from './sent-parts.ts'
import { LeafList, type SegmentLeaves } from './segment-leaves.ts'
import { PART_TIMEOUT_MS, type SendRun, missingParts, ofUpload, patchHeaders } from './send-content.ts'
import { VaultError } from '../session/vault-error.ts'

/** Parts in one request body, 32 MiB: what breaks off costs no more than that. */
const SPAN_PARTS = 4

/** True where a request body may be a stream; other browsers would send its name as text. It also needs HTTP/2. */
export function canStreamRequests(): boolean {
  let isDuplexRead = false
  const request = new Request('https://example.invalid', {
    method: 'POST',
    body: new ReadableStream(),
    get duplex() {
      isDuplexRead = true
      return 'half' as const
    },
  } as RequestInit)
  return isDuplexRead && !request.headers.has('content-type')
}

/**
 * Seals a run of parts into streaming request bodies. Needs HTTP/2; keeps memory flat (27 to 76 MB for a gigabyte, where Blob
 * parts hold some 200 in the browser process). Bytes are reported when the network takes them; when a body breaks off, the
 * server is asked which parts it has, the report is corrected, and the rest is sealed and sent again.
 *
 * @returns the leaves of the run's segments.
 * @throws {VaultError} `upload_expired` | `file_unreadable` | `offline` after the last try
 */
export async function streamParts(api: VaultApi, keys: ContentKeys, upload: SendRun): Promise<SegmentLeaves> {
  const { source, signal } = upload
  const sealer = await createContentSealer(keys)
  const list = new LeafList(source.size, upload.run)
  for (let first = upload.run.first; first <= upload.run.last; first += SPAN_PARTS) {
    const run = { first, last: Math.min(upload.run.last, first + SPAN_PARTS - 1) }
    await sendSpan(api, sealer, { ...upload, run, list })
  }
  // An earlier try, given up, had brought them after all.
  for (const part of list.missingParts()) {
    const run = { first: part, last: part }
    const { first, leaves } = await leavesOfParts(sealer, { source, run, signal })
    for (let at = 0; at < leaves.length; at += LEAF_BYTES) {
      list.put(first + at / LEAF_BYTES, leaves.subarray(at, at + LEAF_BYTES))
    }
  }
  return list.read()
}

type SpanRun = SendRun & { list: LeafList }

async function sendSpan(api: VaultApi, sealer: FloeSealer, upload: SpanRun): Promise<void> {
  const { source, run, signal, report } = upload
  const bytesOf = (part: Run): number => plainBytesOfParts(source.size, part)
  let reported = 0
  const reportTotal = (total: number): void => {
    report.sent(total - reported)
    reported = total
  }
  const attempt = async (tries: number): Promise<void> => {
    const rest = tries === 1 ? [run] : await missingRuns(api, upload)
    reportTotal(bytesOf(run) - rest.reduce((sum, missing) => sum + bytesOf(missing), 0))
    for (const missing of rest) {
      await streamRun(api, sealer, { ...upload, run: missing }, (bytes) => reportTotal(reported + bytes))
    }
  }
  try {
    await withRetry(signal, attempt, report.troubled)
  } catch (error) {
    reportTotal(0)
    throw error
  }
}

const isLastOfPart = (index: number, sizeBytes: number): boolean =>
  (index + 1) % SEGMENTS_PER_PART === 0 || index === segmentCount(sizeBytes) - 1

async function missingRuns(api: VaultApi, { path, source, run, signal }: SendRun): Promise<Run[]> {
  const missing = await missingParts(api, { path, sizeBytes: source.size, signal })
  return runsOf(missing.filter((part) => part >= run.first && part <= run.last))
}

async function streamRun(
  api: VaultApi,
  sealer: FloeSealer,
  { path, source, run, signal, list, report }: SpanRun,
  onTaken: (bytes: number) => void,
): Promise<void> {
  const segments = sealParts(sealer, source, run.first, run.last)
  let unreadable: unknown
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await segments.next()
          if (done) return controller.close()
          list.put(value.index, value.leaf)
          // Before the last bytes of a part leave: a part that is stored has its digest.
          if (isLastOfPart(value.index, source.size)) {
            const part = Math.floor(value.index / SEGMENTS_PER_PART)
            report.sealed(part, await digestOfPart(list.ofPart(part)))
          }
          for (const piece of value.pieces) controller.enqueue(piece)
          onTaken(value.plainBytes)
        } catch (error) {
          unreadable = error
          throw error
        }
      },
      async cancel() {
        await segments.return(undefined)
      },
    },
    { highWaterMark: 4 },
  )
  const limit = AbortSignal.timeout(PART_TIMEOUT_MS * (run.last - run.first + 1))
  const request = { method: 'PATCH', headers: patchHeaders(partOffset(run.first)), body, duplex: 'half' as const }
  try {
    const response = await ofUpload(api.fetch(path, { ...request, signal: AbortSignal.any([signal, limit]) }))
    // A server that knew the first part already read the rest without keeping it.
    if (Number(response.headers.get('upload-offset')) !== partEnd(source.size, run.last)) {
      throw new VaultError('offline', 'The server kept less than was sent.')
    }
  } catch (error) {
    // The browser says "network error" when it was our own reading that failed.
    throw unreadable ?? error
  }
}
