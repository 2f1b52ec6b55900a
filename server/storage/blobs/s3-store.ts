import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { Readable, type Writable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { BlobMissingError, type BlobStore, BlobStoreError, type ByteRange } from './blob-store.ts'
import { checkedId } from './disk-files.ts'
import { createDiskStaging } from './disk-staging.ts'

export type S3Settings = {
  /** Undefined for Amazon's own. */
  endpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** One request up to here, several above. Whole in memory: servers of this protocol differ on streamed checksums. */
const PART_BYTES = 8 * 1024 * 1024
/** The protocol allows 10 000 parts. */
const MAX_PARTS = 10_000
const PARTS_IN_FLIGHT = 3
const CONNECT_MS = 5000
/** A request that moves no byte for so long is tried again. */
const SILENCE_MS = 60_000

/**
 * Keeps blobs in a bucket of an S3 server, as `blobs/<aa>/<id>`. Bytes are staged below `directory` on the local disk, because
 * parts of any size in any order do not fit S3's own multipart uploads; completing sends them to the bucket. Each request
 * carries a checksum that the server compares. Ids are random and never used twice, so nothing is ever overwritten.
 *
 * @throws {Error} when the bucket cannot be used.
 */
export async function createS3Store(directory: string, settings: S3Settings): Promise<BlobStore> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = createClient(sdk, settings)
  await checkBucket(sdk, client, settings)
  const staging = createDiskStaging(path.join(directory, 'staging'))
  const target = (blob: string) => ({ Bucket: settings.bucket, Key: `blobs/${checkedId(blob).slice(0, 2)}/${blob}` })

  return {
    ...staging,

    async commit(upload, blob) {
      const file = await open(staging.fileOf(upload), 'r')
      try {
        const { size } = await file.stat()
        const sent = size <= PART_BYTES ? sendWhole : sendParts
        await asStoreError(sent(sdk, client, { ...target(blob), file, size }))
      } finally {
        await file.close()
      }
    },

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
  }
}

type Sdk = typeof import('@aws-sdk/client-s3')
type Sending = { Bucket: string; Key: string; file: FileHandle; size: number }

function createClient(sdk: Sdk, { endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Client {
  return new sdk.S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Servers other than Amazon's seldom have a name for each bucket.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: SILENCE_MS },
  })
}

async function checkBucket(sdk: Sdk, client: S3Client, { bucket, endpoint }: S3Settings): Promise<void> {
  try {
    await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }))
  } catch (cause) {
    const where = endpoint ?? 'Amazon S3'
    // An answer without a body, as to HEAD, has no message: its status is all there is.
    const status = cause instanceof sdk.S3ServiceException ? cause.$metadata.httpStatusCode : undefined
    const why = status ? `HTTP ${status}` : cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `The bucket ${bucket} at ${where} cannot be used (${why}). Check S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
      { cause },
    )
  }
}

async function sendWhole(sdk: Sdk, client: S3Client, { file, size, ...target }: Sending): Promise<void> {
  await client.send(new sdk.PutObjectCommand({ ...target, Body: await readExactly(file, 0, size) }))
}

async function sendParts(sdk: Sdk, client: S3Client, { file, size, ...target }: Sending): Promise<void> {
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target))
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS))
  const count = Math.ceil(size / partBytes)
  const parts: { PartNumber: number; ETag: string | undefined }[] = []
  let next = 0
  const sendSome = async (): Promise<void> => {
    while (next < count) {
      const part = next++
      const start = part * partBytes
      const Body = await readExactly(file, start, Math.min(partBytes, size - start))
      const sent = await client.send(new sdk.UploadPartCommand({ ...target, UploadId, PartNumber: part + 1, Body }))
      const { ETag, ChecksumCRC32 } = sent
      parts.push({ PartNumber: part + 1, ETag, ...(ChecksumCRC32 === undefined ? {} : { ChecksumCRC32 }) })
    }
  }
  try {
    await Promise.all(Array.from({ length: PARTS_IN_FLIGHT }, sendSome))
    parts.sort((one, other) => one.PartNumber - other.PartNumber)
    await client.send(
      new sdk.CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts: parts } }),
    )
  } catch (error) {
    next = count
    // Parts of an upload that is given up are paid for until it is aborted. The first reason is reported.
    await Promise.allSettled([client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId }))])
    throw error
  }
}

async function readExactly(file: FileHandle, position: number, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size)
  for (let read = 0; read < size;) {
    const { bytesRead } = await file.read(bytes, read, size - read, position + read)
    if (bytesRead === 0) throw new Error('the staged bytes are shorter than they were')
    read += bytesRead
  }
  return bytes
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

/** @throws {BlobMissingError} @throws {BlobStoreError} for every other refusal and for no answer at all. */
async function asStoreError<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    if (name === 'NotFound' || name === 'NoSuchKey') throw new BlobMissingError('the blob is missing', { cause })
    throw new BlobStoreError(`the S3 server could not be used (${name})`, { cause })
  }
}
