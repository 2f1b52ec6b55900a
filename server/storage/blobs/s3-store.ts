import { once } from 'node:events'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { Readable, type Writable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { BlobStoreError } from '../../blob-store-error.ts'
import { type BlobPage, type BlobStore, type ByteRange, LAST_ID, LIST_PAGE, type ListedBlob } from './blob-store.ts'
import { checkedId, hasCode, isId } from '../../disk/disk-files.ts'
import { createDiskStaging, type DiskStaging } from './disk-staging.ts'
import { asStoreError, createS3Client, requireBucket, type S3Access, type Sdk, storeError } from './s3-client.ts'
import { sendRange } from './s3-send.ts'
import { createS3Pieces } from './s3-pieces.ts'
import { type Timing, watchBucket } from './s3-silence.ts'

export type S3Settings = S3Access & {
  bucket: string
  /** Whether what arrives of an upload is copied to the bucket before it counts, so that any node can continue it. */
  sharesUploads: boolean
}

const FOLDER = 'blobs/'
const keyOf = (blob: string): string => `${FOLDER}${checkedId(blob).slice(0, 2)}/${blob}`

/**
 * Keeps blobs in a bucket of an S3 server, as `blobs/<aa>/<id>`. Bytes are staged below `directory` on the local disk, because
 * parts of any size in any order do not fit S3's own multipart uploads; completing sends them to the bucket. Each request
 * carries a checksum that the server compares. Ids are random and never used twice, so nothing is overwritten but by a repair.
 *
 * @throws {Error} when the bucket cannot be used.
 */
export async function createS3Store(
  directory: string,
  settings: S3Settings,
  { silenceMs, watch }: { silenceMs?: number; watch?: Timing } = {},
): Promise<BlobStore> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = createS3Client(sdk, settings, silenceMs)
  const { bucket, endpoint = 'Amazon S3' } = settings
  const sentence = (why: string) =>
    `The bucket ${bucket} at ${endpoint} cannot be used (${why}). Check S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`
  await requireBucket(sdk, client, { bucket, sentence })
  watchBucket(sdk, client, settings, watch)
  const staging = passing(createDiskStaging(path.join(directory, 'staging')))
  const target = (blob: string) => ({ Bucket: settings.bucket, Key: keyOf(blob) })

  const put = (upload: string, blob: string) => sendFile(sdk, client, target(blob), staging.fileOf(upload))

  return {
    ...staging,
    ...(settings.sharesUploads ? { pieces: createS3Pieces({ sdk, client, bucket, staging }) } : {}),

    commit: put,

    // A bucket has the new object as a whole, or still the old one.
    replace: put,

    async open(blob) {
      const { ContentLength } = await asStoreError(client.send(new sdk.HeadObjectCommand(target(blob))))
      return {
        sizeBytes: ContentLength ?? 0,
        sendTo: async (sink, range) => {
          if (range.end <= range.start) return
          const Range = `bytes=${range.start}-${range.end - 1}`
          const { Body } = await asStoreError(client.send(new sdk.GetObjectCommand({ ...target(blob), Range })))
          if (!(Body instanceof Readable)) throw new BlobStoreError('the answer has no body')
          await sendBody(Body, sink, range)
        },
        close: async () => undefined,
      }
    },

    remove: async (blob) => {
      await asStoreError(client.send(new sdk.DeleteObjectCommand(target(blob))))
    },

    checkStore: async (abortSignal) => {
      try {
        await client.send(new sdk.HeadBucketCommand({ Bucket: settings.bucket }), { abortSignal })
      } catch (cause) {
        throw storeError(cause)
      }
    },

    list: (after) => listBucket(sdk, client, { Bucket: settings.bucket, after: after && target(after).Key }),
  }
}

async function sendFile(
  sdk: Sdk,
  client: S3Client,
  target: { Bucket: string; Key: string },
  name: string,
): Promise<void> {
  const file = await open(name, 'r')
  try {
    const { size } = await file.stat()
    await asStoreError(sendRange(sdk, client, target, { file, range: { start: 0, end: size } }))
  } finally {
    await file.close()
  }
}

/** S3 lists keys in the order of their bytes, which is that of the ids. What is no blob of ours is passed over. */
async function listBucket(
  sdk: Sdk,
  client: S3Client,
  { Bucket, after }: { Bucket: string; after: string | undefined },
): Promise<BlobPage> {
  const blobs: ListedBlob[] = []
  for (let StartAfter = after; ;) {
    const request = { Bucket, Prefix: FOLDER, MaxKeys: LIST_PAGE, ...(StartAfter === undefined ? {} : { StartAfter }) }
    const { Contents = [], IsTruncated } = await asStoreError(client.send(new sdk.ListObjectsV2Command(request)))
    for (const { Key = '', Size: sizeBytes = 0, LastModified: modifiedAt = new Date() } of Contents) {
      const id = Key.slice(Key.lastIndexOf('/') + 1)
      if (isId(id) && Key === keyOf(id)) blobs.push({ id, sizeBytes, modifiedAt })
    }
    const last = Contents.at(-1)?.Key
    if (!IsTruncated || last === undefined) return { blobs, upTo: LAST_ID, isLast: true }
    const upTo = blobs.at(-1)?.id
    if (upTo !== undefined && last === keyOf(upTo)) return { blobs, upTo, isLast: false }
    StartAfter = last
  }
}

/** Hands a body on, no faster than `sink` takes it. Stops when the sink closes: a reader that went away is not our error. */
async function sendBody(body: Readable, sink: Writable, range: ByteRange): Promise<void> {
  const gone = new AbortController()
  sink.once('close', () => gone.abort())
  let sent = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (sink.destroyed) return
      sent += chunk.length
      if (!sink.write(chunk)) await once(sink, 'drain', { signal: gone.signal })
    }
  } catch (cause) {
    if (sink.destroyed || gone.signal.aborted) return
    throw new BlobStoreError('the S3 server broke off', { cause })
  } finally {
    body.destroy()
  }
  if (sent !== range.end - range.start) throw new BlobStoreError('the S3 server sent another number of bytes')
}

/** Uploads only pass through this disk: there is room again when others have gone on. */
function passing(staging: DiskStaging): DiskStaging {
  return {
    ...staging,
    async write(upload, offset, body, options) {
      try {
        return await staging.write(upload, offset, body, options)
      } catch (cause) {
        if (!hasCode(cause, 'ENOSPC') && !hasCode(cause, 'EDQUOT')) throw cause
        throw new BlobStoreError('the disk on which uploads are staged is full', { cause })
      }
    },
  }
}
