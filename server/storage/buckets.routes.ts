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
import { parseBucketName } from './objects/object-key.ts'
import { parse } from './objects/objects.routes.ts'
import { StorageError } from './storage-error.ts'
import type { StorageContext } from './storage-context.ts'

/** Decimal, as the protocol has them. */
const UNITS: Record<string, number> = { b: 1, kb: 1000, mb: 1000 ** 2, gb: 1000 ** 3 }

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

const listing = z.object({
  search: z.string().default(''),
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  offset: z.coerce.number().int().min(0).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

/** Buckets; row-level security lets people read them and the service role change them. */
export function bucketRoutes(app: FastifyInstance, { database, objects, requireCaller }: StorageContext): void {
  app.get('/bucket', async (request) => {
    const caller = await requireCaller(request)
    const statement = listBucketsStatement(parse(listing, request.query))
    const { rows } = await database.oneAsCaller<BucketRow>(caller, statement)
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
    objects.forgetBucket(idOf(request))
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
    objects.forgetBucket(idOf(request))
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
