import type { S3Client } from '@aws-sdk/client-s3'
import { BlobStoreError } from '../../blob-store-error.ts'
import { BlobMissingError } from './blob-store.ts'

export type Sdk = typeof import('@aws-sdk/client-s3')

export type S3Access = {
  /** Undefined for Amazon's own. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const CONNECT_MS = 5000
/** A request that moves no byte for so long is tried again, three times in all. Those who wait for it hold a connection. */
const SILENCE_MS = 60_000

/** @param silenceMs tests shorten it. */
export function createS3Client(sdk: Sdk, access: S3Access, silenceMs = SILENCE_MS): S3Client {
  // Its `requestTimeout` only writes a warning.
  const requestHandler = { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs }
  return new sdk.S3Client({ ...commonOf(access), requestHandler })
}

/** For one question, once, on a connection that nobody used before. */
export function createAskingClient(sdk: Sdk, access: S3Access, limitMs: number): S3Client {
  const requestHandler = { connectionTimeout: limitMs, socketTimeout: limitMs, httpAgent: ALONE, httpsAgent: ALONE }
  return new sdk.S3Client({ ...commonOf(access), requestHandler, maxAttempts: 1 })
}

const ALONE = { keepAlive: false }

const commonOf = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Access) => ({
  region,
  credentials: { accessKeyId, secretAccessKey },
  // Servers other than Amazon's seldom have a name for each bucket.
  ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
})

/** @throws {Error} when the bucket cannot be used, with what `sentence` makes of the reason. */
export async function requireBucket(
  sdk: Sdk,
  client: S3Client,
  { bucket, sentence }: { bucket: string; sentence: (why: string) => string },
): Promise<void> {
  try {
    await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }))
  } catch (cause) {
    // An answer without a body, as to HEAD, has no message: its status is all there is.
    const status = cause instanceof sdk.S3ServiceException ? cause.$metadata.httpStatusCode : undefined
    const why = status ? `HTTP ${status}` : cause instanceof Error ? cause.message : String(cause)
    throw new Error(sentence(why), { cause })
  }
}

/** @throws {BlobMissingError} @throws {BlobStoreError} for every other refusal and for no answer at all. */
export async function asStoreError<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    if (name === 'NotFound' || name === 'NoSuchKey') throw new BlobMissingError('the blob is missing', { cause })
    throw storeError(cause)
  }
}

/** Of a request that is about the whole bucket: "not found" is said of it, and not of a blob. */
export function storeError(cause: unknown): BlobStoreError {
  return new BlobStoreError(`the S3 server could not be used (${cause instanceof Error ? cause.name : ''})`, { cause })
}
