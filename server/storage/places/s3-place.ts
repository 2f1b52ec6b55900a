import { Readable } from 'node:stream'
import { createS3Client, requireBucket, type S3Access } from '../blobs/s3-client.ts'
import { Counter } from './counter.ts'
import { NotThereError, type Place } from './place.ts'

/** Of a multipart upload whose length nobody knows before its end: 10 000 of them are 80 GB. */
const PART_BYTES = 8 * 1024 * 1024

/**
 * A bucket of an S3 server. Its settings are those of content, `S3_*`, where none of its own, `BACKUP_S3_*`, are there.
 *
 * @param address `s3://bucket/prefix`
 * @param silenceMs how long a request may move no byte; tests shorten it.
 * @throws {Error} when the bucket cannot be used.
 */
export async function openBucket(address: string, env: NodeJS.ProcessEnv, silenceMs?: number): Promise<Place> {
  const { bucket, prefix } = readAddress(address)
  const sdk = await import('@aws-sdk/client-s3')
  const { Upload } = await import('@aws-sdk/lib-storage')
  const client = createS3Client(sdk, readAccess(env), silenceMs)
  const sentence = (why: string) =>
    `The bucket ${bucket} cannot be used (${why}). Check BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY; without them, those of S3_* count.`
  await requireBucket(sdk, client, { bucket, sentence })

  async function* pages(folder: string) {
    const Prefix = `${prefix}${folder}/`
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(
        new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix, Delimiter: '/', ContinuationToken }),
      )
      yield { page, Prefix }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  async function list(folder: string): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>()
    for await (const { page, Prefix } of pages(folder))
      for (const { Key = '', Size = 0 } of page.Contents ?? []) sizes.set(Key.slice(Prefix.length), Size)
    return sizes
  }
  const removeOne = (name: string) => client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: prefix + name }))

  return {
    address,
    list,

    async write(name, body) {
      const counter = new Counter()
      body.once('error', (error) => counter.destroy(error))
      const params = { Bucket: bucket, Key: prefix + name, Body: body.pipe(counter) }
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 }).done()
      return counter.stored()
    },

    async read(name) {
      const asked = client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: prefix + name }))
      const { Body } = await asked.catch((cause: unknown) => {
        if (!(cause instanceof sdk.NoSuchKey)) throw cause
        throw new NotThereError(`${name} is not in ${address}`, { cause })
      })
      if (!(Body instanceof Readable)) throw new Error(`${name} has no body`)
      return Body
    },

    async folders(folder) {
      const names: string[] = []
      for await (const { page, Prefix: parent } of pages(folder))
        for (const { Prefix = '' } of page.CommonPrefixes ?? []) names.push(Prefix.slice(parent.length, -1))
      return names
    },

    async remove(name) {
      for (const file of (await list(name)).keys()) await removeOne(`${name}/${file}`)
      await removeOne(name)
    },
  }
}

function readAddress(address: string): { bucket: string; prefix: string } {
  const [, bucket, rest = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*)$/.exec(address) ?? []
  if (!bucket) throw new Error(`${address} names no bucket: write s3://bucket/prefix`)
  return { bucket, prefix: rest === '' || rest.endsWith('/') ? rest : `${rest}/` }
}

function readAccess(env: NodeJS.ProcessEnv): S3Access {
  const of = (name: string) => env[`BACKUP_S3_${name}`] ?? env[`S3_${name}`]
  const [accessKeyId, secretAccessKey] = [of('ACCESS_KEY_ID'), of('SECRET_ACCESS_KEY')]
  if (!accessKeyId || !secretAccessKey)
    throw new Error('Set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY to write to a bucket.')
  return { endpoint: of('ENDPOINT'), region: of('REGION') ?? 'us-east-1', accessKeyId, secretAccessKey }
}
