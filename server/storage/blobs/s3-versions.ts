import { createS3Client } from './s3-client.ts'
import type { S3Settings } from './s3-store.ts'

/** What a bucket does with what was deleted: it is gone, it is gone after some days, or it stays and is paid for. */
export type KeptVersions = 'none' | 'for-days' | 'for-good'

/** @throws {Error} when the bucket does not say, or its keys may not ask. */
export async function readVersions(settings: S3Settings): Promise<KeptVersions> {
  const sdk = await import('@aws-sdk/client-s3')
  const client = createS3Client(sdk, settings)
  try {
    const { Status } = await client.send(new sdk.GetBucketVersioningCommand({ Bucket: settings.bucket }))
    if (Status !== 'Enabled') return 'none'
    const { Rules = [] } = await client.send(
      new sdk.GetBucketLifecycleConfigurationCommand({ Bucket: settings.bucket }),
    )
    const isEnding = Rules.some((rule) => rule.Status === 'Enabled' && rule.NoncurrentVersionExpiration?.NoncurrentDays)
    return isEnding ? 'for-days' : 'for-good'
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchLifecycleConfiguration') return 'for-good'
    throw error
  } finally {
    client.destroy()
  }
}
