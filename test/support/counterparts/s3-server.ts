import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { startFauxqs } from 'fauxqs'
import { readConfig } from '#server/config.ts'
import type { S3Settings } from '#server/storage/blobs/s3-store.ts'

export type S3Server = { settings: S3Settings; client: S3Client; stop: () => Promise<void> }

/**
 * A server of the protocol from npm; or another one, named by the settings of the real server: `S3_ENDPOINT`, `S3_BUCKET`,
 * `S3_ACCESS_KEY_ID`, `S3_SECRET_ACCESS_KEY`.
 */
export async function startS3(): Promise<S3Server> {
  const named = process.env['S3_ENDPOINT'] ? readConfig(process.env).s3 : undefined
  const own = named ? undefined : await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  const settings = named ?? {
    endpoint: `http://127.0.0.1:${own?.port}`,
    region: 'us-east-1',
    bucket: 'vault',
    accessKeyId: 'test',
    secretAccessKey: 'test',
    sharesUploads: true,
  }
  const { accessKeyId, secretAccessKey, endpoint, region } = settings
  const client = new S3Client({
    region,
    endpoint: endpoint ?? '',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }))
  return { settings, client, stop: async () => own?.stop() }
}

/** The settings of a server that stores there, as an operator would write them. */
export function environmentOf({ endpoint = '', bucket, accessKeyId, secretAccessKey }: S3Settings) {
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
}
