import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../db/database.ts'
import { parseBucketName, parseObjectKey } from './object-key.ts'
import { describe, parse } from './objects.routes.ts'
import type { ObjectService } from './objects.service.ts'
import { isOwn, readOf } from './reads.ts'
import type { Target } from './signed-targets.ts'
import { copyObjectStatement, moveObjectStatement, type ObjectRow } from './objects.sql.ts'
import { StorageError } from '../storage-error.ts'
import type { StorageContext } from '../storage-context.ts'
import { cacheControlOf, contentTypeOf, headerText, userMetadataOf } from '../uploads/upload-body.ts'

const body = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
})

/** What a copy may say of itself instead of what the original says. */
const copyBody = z.object({
  copyMetadata: z.boolean().default(true),
  metadata: z.object({ cacheControl: z.string().optional(), mimetype: z.string().optional() }).nullish(),
})

/** Moving and copying: only rows change, the bytes of a blob never do. */
export function relocationRoutes(
  app: FastifyInstance,
  { database, objects, reads, requireCaller }: StorageContext,
): void {
  app.post('/object/move', async (request) => {
    const caller = await requireCaller(request)
    const { from, to } = relocationOf(request.body)
    await requireAllowed(objects, caller, { from, to })
    const { rows } = await database.oneAsCaller<ObjectRow>(caller, moveObjectStatement(from, to))
    const [moved] = rows
    if (!moved) throw new StorageError('NoSuchKey')
    return { message: 'Successfully moved', Id: moved.id, Key: `${to.bucket}/${to.name}` }
  })

  app.post('/object/copy', async (request) => {
    const caller = await requireCaller(request)
    const { from, to } = relocationOf(request.body)
    await requireAllowed(objects, caller, { from, to })
    const isUpsert = headerText(request, 'x-upsert') === 'true'
    const { copyMetadata, metadata } = parse(copyBody, request.body)
    const changes = copyMetadata ? null : { metadata: headersOf(metadata), userMetadata: userMetadataOf(request) }
    // The copy is the caller's own, and reading it leaves no event.
    if (!isOwn(caller, from)) {
      await objects.find(caller, from.bucket, from.name)
      await reads.record({ ...readOf(request, caller, from), purpose: 'copy' })
    }
    const { rows } = await database.oneAsCaller<ObjectRow>(caller, copyObjectStatement(from, to, { isUpsert, changes }))
    const [copy] = rows
    if (!copy) throw new StorageError('NoSuchKey')
    return { ...describe(copy), Id: copy.id, Key: `${to.bucket}/${to.name}` }
  })
}

/** What a download of the copy will say, where the copy says it. @throws {StorageError} `InvalidRequest` */
function headersOf(metadata: z.infer<typeof copyBody>['metadata']) {
  const { cacheControl, mimetype } = metadata ?? {}
  return {
    ...(cacheControl === undefined ? {} : { cacheControl: cacheControlOf(cacheControl) }),
    ...(mimetype === undefined ? {} : { mimetype: contentTypeOf(mimetype) }),
  }
}

type Relocation = { from: Target; to: Target }

/** Another bucket has limits of its own. @throws {StorageError} `NoSuchBucket` | `NoSuchKey` | `EntityTooLarge` | `InvalidMimeType` */
async function requireAllowed(objects: ObjectService, caller: Caller, { from, to }: Relocation): Promise<void> {
  const bucket = await objects.bucket(to.bucket)
  if (to.bucket === from.bucket) return
  const { size_bytes, metadata } = await objects.find(caller, from.bucket, from.name)
  objects.checkAllowed(bucket, { sizeBytes: Number(size_bytes), contentType: metadata.mimetype ?? '' })
}

function relocationOf(value: unknown): Relocation {
  const { bucketId, sourceKey, destinationKey, destinationBucket } = parse(body, value)
  const bucket = parseBucketName(bucketId)
  return {
    from: { bucket, name: parseObjectKey(sourceKey) },
    to: {
      bucket: destinationBucket ? parseBucketName(destinationBucket) : bucket,
      name: parseObjectKey(destinationKey),
    },
  }
}
