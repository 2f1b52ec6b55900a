import { randomBytes } from 'node:crypto'
import { sealedSize } from '#contract/content-layout.ts'
import { FILES_BUCKET } from '#contract/limits.ts'
import type { DeliveryRow } from './deliveries.sql.ts'

/** As the app names objects: neither name nor extension. */
export const newObjectPath = (userId: string): string =>
  `${userId}/${Date.now()}-${randomBytes(12).toString('hex')}.qs1`

/** The upload of one delivery's content. @param sizeBytes before sealing. */
export const sealedUpload = ({ storage_path: name }: Pick<DeliveryRow, 'storage_path'>, sizeBytes: number) => ({
  bucket: FILES_BUCKET,
  name,
  isUpsert: true,
  sizeBytes: sealedSize(sizeBytes),
  contentType: 'application/octet-stream',
  cacheControl: 'no-store',
  userMetadata: {},
})
