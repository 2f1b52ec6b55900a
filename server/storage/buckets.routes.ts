import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type BucketRow,
  deleteBucketStatement,
  emptyBucketStatement,
  findBucketStatement,
  insertBucketStatement,
  listBucketsStatement,
  updateBucketStatement,
} from './buckets.sql.ts'
import { parseBucketName } from './object-key.ts'
import { parse } from './objects.routes.ts'
import { StorageError } from './storage-error.ts'
import type { StorageContext } from './storage.routes.ts'

const UNITS: Record<string, number> = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }

/** A number of bytes, or a text such as `20MB`. */
const size = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^\d+(\.\d+)?\s*(b|kb|mb|gb)?$/i)
    .transform((text) => {
      const [, amount, unit] = /^([\d.]+)\s*([a-z]*)$/i.exec(text) ?? []
      return Math.round(Number(amount) * (UNITS[(unit || 'b').toLowerCase()] ?? 1))
    }),
])

const settings = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  public: z.boolean().optional(),
  file_size_limit: size.nullish(),
  allowed_mime_types: z.array(z.string().regex(/^[\w*.+-]+\/[\w*.+-]+$/)).nullish(),
})

/** Buckets; row-level security lets people read them and the service role change them. */
export function bucketRoutes(app: FastifyInstance, { database, requireCaller }: StorageContext): void {
  app.get('/bucket', async (request) => {
    const { rows } = await database.oneAsCaller<BucketRow>(await requireCaller(request), listBucketsStatement())
    return rows.map(present)
  })

  app.get('/bucket/:id', async (request) => {
    const { rows } = await database.oneAsCaller<BucketRow>(
      await requireCaller(request),
      findBucketStatement(idOf(request)),
    )
    if (!rows[0]) throw new StorageError('NoSuchBucket')
    return present(rows[0])
  })

  app.post('/bucket', async (request) => {
    const caller = await requireCaller(request)
    const body = parse(settings, request.body)
    const id = parseBucketName(body.id ?? body.name)
    await database.oneAsCaller(caller, insertBucketStatement(id, settingsOf(body)))
    return { name: id }
  })

  app.put('/bucket/:id', async (request) => {
    const caller = await requireCaller(request)
    const body = parse(settings, request.body)
    await changeOne(() => database.oneAsCaller(caller, updateBucketStatement(idOf(request), settingsOf(body))))
    return { message: 'Successfully updated' }
  })

  app.post('/bucket/:id/empty', async (request) => {
    await database.oneAsCaller(await requireCaller(request), emptyBucketStatement(idOf(request)))
    return { message: 'Empty bucket has been queued. Completion may take up to an hour.' }
  })

  app.delete('/bucket/:id', async (request) => {
    const caller = await requireCaller(request)
    try {
      await changeOne(() => database.oneAsCaller(caller, deleteBucketStatement(idOf(request))))
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === '23503' || error.code === '23001'))
        throw new StorageError('ResourceNotEmpty')
      throw error
    }
    return { message: 'Successfully deleted' }
  })
}

function idOf(request: FastifyRequest): string {
  return parseBucketName(z.object({ id: z.string() }).parse(request.params).id)
}

async function changeOne(change: () => Promise<{ rowCount: number | null }>): Promise<void> {
  const { rowCount } = await change()
  if (!rowCount) throw new StorageError('NoSuchBucket')
}

function settingsOf(body: z.infer<typeof settings>) {
  return { isPublic: body.public, fileSizeLimit: body.file_size_limit, allowedMimeTypes: body.allowed_mime_types }
}

function present(row: BucketRow) {
  return { ...row, file_size_limit: row.file_size_limit === null ? null : Number(row.file_size_limit) }
}
