import type { FileHandle } from 'node:fs/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import type { ByteRange } from './blob-store.ts'
import type { Sdk } from './s3-client.ts'

/** One request up to here, several above. Whole in memory: servers of this protocol differ on streamed checksums. */
const PART_BYTES = 8 * 1024 * 1024
/** The protocol allows 10 000 parts. */
const MAX_PARTS = 10_000
const PARTS_IN_FLIGHT = 3

type Target = { Bucket: string; Key: string }
type Source = { file: FileHandle; range: ByteRange }

/** Sends a range of a file as one object. */
export function sendRange(sdk: Sdk, client: S3Client, target: Target, source: Source): Promise<void> {
  const { start, end } = source.range
  return (end - start <= PART_BYTES ? sendWhole : sendParts)(sdk, client, target, source)
}

async function sendWhole(sdk: Sdk, client: S3Client, target: Target, { file, range }: Source): Promise<void> {
  const Body = await readExactly(file, range.start, range.end - range.start)
  await client.send(new sdk.PutObjectCommand({ ...target, Body }))
}

async function sendParts(sdk: Sdk, client: S3Client, target: Target, { file, range }: Source): Promise<void> {
  const size = range.end - range.start
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target))
  const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS))
  const count = Math.ceil(size / partBytes)
  const parts: { PartNumber: number; ETag: string | undefined }[] = []
  let next = 0
  const sendSome = async (): Promise<void> => {
    while (next < count) {
      const part = next++
      const start = part * partBytes
      const Body = await readExactly(file, range.start + start, Math.min(partBytes, size - start))
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
