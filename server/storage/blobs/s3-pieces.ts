import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { BlobStoreError } from '../../blob-store-error.ts'
import type { SharedPieces } from './blob-store.ts'
import { checkedId, isId } from '../../disk/disk-files.ts'
import type { DiskStaging } from './disk-staging.ts'
import { asStoreError, type Sdk } from './s3-client.ts'
import { sendRange } from './s3-send.ts'

const FOLDER = 'staging/'
const folderOf = (upload: string): string => `${FOLDER}${checkedId(upload)}/`
/** An S3 server that sends nothing for so long has broken off. */
const IDLE_MS = 60_000

type Pieces = { sdk: Sdk; client: S3Client; bucket: string; staging: DiskStaging }

/** Pieces of uploads in the bucket, as `staging/<upload>/<piece>`. */
export function createS3Pieces({ sdk, client, bucket, staging }: Pieces): SharedPieces {
  const target = (upload: string, piece: string) => ({ Bucket: bucket, Key: folderOf(upload) + checkedId(piece) })

  /** Everything below a prefix, a page of the server at a time. */
  async function* list(prefix: string): AsyncGenerator<{ key: string; modifiedAt: Date }> {
    let token: string | undefined
    do {
      const more = token === undefined ? {} : { ContinuationToken: token }
      const request = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...more })
      const { Contents = [], NextContinuationToken } = await asStoreError(client.send(request))
      for (const { Key: key = '', LastModified: modifiedAt = new Date() } of Contents) yield { key, modifiedAt }
      token = NextContinuationToken
    } while (token !== undefined)
  }

  return {
    async share(upload, range, piece) {
      const file = await open(staging.fileOf(upload), 'r')
      try {
        await asStoreError(sendRange(sdk, client, target(upload, piece), { file, range }))
      } finally {
        await file.close()
      }
    },

    async fetch({ upload, piece, start: first }, { start, end }, stage) {
      const Range = `bytes=${start - first}-${end - first - 1}`
      const { Body } = await asStoreError(client.send(new sdk.GetObjectCommand({ ...target(upload, piece), Range })))
      if (!(Body instanceof Readable)) throw new BlobStoreError('the answer has no body')
      const limit = end - start
      try {
        const { sizeBytes, failure } = await staging.write(stage, start, Body, { limit, idleMs: IDLE_MS })
        if (failure || sizeBytes !== limit) throw new BlobStoreError('the S3 server broke off', { cause: failure })
      } finally {
        Body.destroy()
      }
    },

    async remove(upload, piece) {
      await asStoreError(client.send(new sdk.DeleteObjectCommand(target(upload, piece))))
    },

    async forget(upload) {
      for await (const { key } of list(folderOf(upload)))
        await asStoreError(client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: key })))
    },

    async leftovers(idleMs) {
      const newest = new Map<string, number>()
      for await (const { key, modifiedAt } of list(FOLDER)) {
        const upload = key.split('/')[1] ?? ''
        if (isId(upload)) newest.set(upload, Math.max(newest.get(upload) ?? 0, modifiedAt.getTime()))
      }
      return [...newest].filter(([, at]) => Date.now() - at >= idleMs).map(([upload]) => upload)
    },
  }
}
