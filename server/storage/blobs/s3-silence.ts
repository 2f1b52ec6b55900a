import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { type S3Access, type Sdk, createAskingClient } from './s3-client.ts'

export type Timing = {
  /** How long a request or the body of an answer may take before the bucket is asked. */
  afterMs: number
  everyMs: number
  /** How long the bucket may take to answer. */
  askMs: number
}
const USUAL: Timing = { afterMs: 3000, everyMs: 500, askMs: 2500 }
/** What takes long is asked about less and less often. */
const MOST_SELDOM_MS = 60_000
/** So many questions without any answer in a row, and the bucket is out of reach. */
const SILENT_ASKS = 2

type Use = { since: number; askAt: number; end: () => void }

/**
 * Ends requests to a bucket that is out of reach, as behind a cut cable: each would wait for a minute, three times, and people with it. A new
 * connection asks for the bucket meanwhile; where that is answered, a request that only takes long is left alone.
 */
export function watchBucket(
  sdk: Sdk,
  client: S3Client,
  settings: S3Access & { bucket: string },
  { afterMs, everyMs, askMs }: Timing = USUAL,
): void {
  const uses = new Set<Use>()
  let silentAsks = 0
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  const look = async (): Promise<void> => {
    const asked = [...uses].filter(({ askAt }) => askAt <= performance.now())
    if (asked.length === 0) return void (silentAsks = 0)
    silentAsks = (await answers(sdk, settings, askMs)) ? 0 : silentAsks + 1
    for (const use of asked) {
      if (silentAsks >= SILENT_ASKS) use.end()
      if (silentAsks === 0) use.askAt = performance.now() + Math.min(performance.now() - use.since, MOST_SELDOM_MS)
    }
  }
  const begin = (end: () => void): (() => void) => {
    const since = performance.now()
    // Where it was silent a moment ago, nobody has to wait for as long again.
    const use = { since, askAt: silentAsks > 0 ? since : since + afterMs, end }
    uses.add(use)
    timer ??= setInterval(() => {
      if (isLooking) return
      isLooking = true
      void look().finally(() => (isLooking = false))
    }, everyMs).unref()
    return () => {
      uses.delete(use)
      if (uses.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }

  const { requestHandler } = client.config
  const handle = requestHandler.handle.bind(requestHandler)
  requestHandler.handle = async (request, options) => {
    const silence = new AbortController()
    const done = begin(() => silence.abort())
    try {
      const own = options && 'abortSignal' in options ? options.abortSignal : undefined
      const abortSignal = own instanceof AbortSignal ? AbortSignal.any([own, silence.signal]) : silence.signal
      const handled = await handle(request, { ...options, abortSignal })
      const { body }: { body?: unknown } = handled.response
      if (body instanceof Readable) {
        const read = begin(() => body.destroy(new Error('the bucket is out of reach')))
        body.once('close', read)
      }
      return handled
    } finally {
      done()
    }
  }
}

/** Whether the bucket says anything, be it no. */
async function answers(
  sdk: Sdk,
  { bucket, ...access }: S3Access & { bucket: string },
  askMs: number,
): Promise<boolean> {
  const client = createAskingClient(sdk, access, askMs)
  try {
    await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }), { abortSignal: AbortSignal.timeout(askMs) })
    return true
  } catch (error) {
    return error instanceof sdk.S3ServiceException && error.$metadata.httpStatusCode !== undefined
  } finally {
    client.destroy()
  }
}
