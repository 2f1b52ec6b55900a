import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { streamsBodies } from '../../http/body-deadline.ts'
import { parseBucketName, parseObjectKey } from './object-key.ts'
import { type ListedRow, listStatement } from './list.sql.ts'
import type { ObjectRow } from './objects.sql.ts'
import { readOf } from './reads.ts'
import { sendObject } from './send-object.ts'
import { StorageError } from '../storage-error.ts'
import type { StorageContext } from '../storage-context.ts'
import { headerText, readUpload } from '../uploads/upload-body.ts'

type Target = { bucket: string; name: string }

/** Uploads: the body is bytes, whatever its content type says, so no parser may touch it. */
export function uploadRoutes(app: FastifyInstance, context: StorageContext): void {
  const { objects, requireCaller, bodyIdleMs } = context
  streamsBodies(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  const upload = (isUpsert: (request: FastifyRequest) => boolean) => async (request: FastifyRequest) => {
    const caller = await requireCaller(request)
    const target = targetOf(request)
    const object = await readUpload(request, bodyIdleMs, (body) =>
      objects.upload(caller, { ...target, isUpsert: isUpsert(request) }, body),
    )
    return { Id: object.id, Key: `${object.bucket_id}/${object.name}` }
  }
  app.post(
    '/object/:bucket/*',
    upload((request) => headerText(request, 'x-upsert') === 'true'),
  )
  app.put(
    '/object/:bucket/*',
    upload(() => true),
  )
}

const removal = z.object({ prefixes: z.array(z.string()).min(1).max(1000) })
const listing = z.object({
  prefix: z.string().default(''),
  limit: z.int().min(1).max(1000).default(100),
  offset: z.int().min(0).default(0),
  search: z.string().default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
})

type Download = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Everything about objects whose body, if any, is JSON. */
export function objectRoutes(app: FastifyInstance, context: StorageContext): void {
  const { objects, reads, database, requireCaller, callers } = context
  const authenticated = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await requireCaller(request)
    const target = targetOf(request)
    const object = await objects.find(caller, target.bucket, target.name)
    return sendObject(request, reply, context, object, () => reads.record(readOf(request, caller, target)))
  }
  const publicObject = async (request: FastifyRequest, reply: FastifyReply) => {
    const target = targetOf(request)
    if (!(await objects.bucket(target.bucket)).public) throw new StorageError('NoSuchBucket')
    return sendObject(request, reply, context, await objects.find(undefined, target.bucket, target.name))
  }
  const download = async (request: FastifyRequest, reply: FastifyReply) => {
    const bucket = await objects.bucket(targetOf(request).bucket)
    return bucket.public ? publicObject(request, reply) : authenticated(request, reply)
  }
  const info = async (request: FastifyRequest) => {
    const target = targetOf(request)
    return describe(await objects.find(await requireCaller(request), target.bucket, target.name))
  }

  // Not Fastify's own HEAD routes: those answer the length of an empty body.
  const read = (url: string, handler: Download) => app.route({ method: ['GET', 'HEAD'], url, handler })
  read('/object/authenticated/:bucket/*', authenticated)
  read('/object/public/:bucket/*', publicObject)
  read('/object/info/public/:bucket/*', async (request) => {
    const target = targetOf(request)
    if (!(await objects.bucket(target.bucket)).public) throw new StorageError('NoSuchBucket')
    return describe(await objects.find(undefined, target.bucket, target.name))
  })
  read('/object/info/:bucket/*', info)
  read('/object/info/authenticated/:bucket/*', info)
  read('/object/:bucket/*', download)

  app.post('/object/list/:bucket', async (request) => {
    const caller = await callers.callerOf(request)
    const bucket = parseBucketName(z.object({ bucket: z.string() }).parse(request.params).bucket)
    const { prefix, sortBy, ...page } = parse(listing, request.body)
    const folder = prefix && !prefix.endsWith('/') ? `${prefix}/` : prefix
    const statement = listStatement({ ...page, bucket, folder, sortColumn: sortBy.column, sortOrder: sortBy.order })
    const { rows } = await database.oneAsCaller<ListedRow>(caller, statement)
    return rows.map(listed)
  })

  app.delete('/object/:bucket', async (request) => {
    const caller = await requireCaller(request)
    const bucket = parseBucketName(z.object({ bucket: z.string() }).parse(request.params).bucket)
    const removed = await objects.remove(caller, bucket, parse(removal, request.body).prefixes)
    return removed.map((row) => ({ ...describe(row), metadata: row.metadata, owner: undefined }))
  })

  app.delete('/object/:bucket/*', async (request) => {
    const caller = await requireCaller(request)
    const target = targetOf(request)
    const removed = await objects.remove(caller, target.bucket, [target.name])
    if (removed.length === 0) throw new StorageError('NoSuchKey')
    return { message: 'Successfully deleted' }
  })
}

export function targetOf(request: FastifyRequest): Target {
  const { bucket, '*': key } = z.object({ bucket: z.string(), '*': z.string() }).parse(request.params)
  return { bucket: parseBucketName(bucket), name: parseObjectKey(key) }
}

/** @throws {StorageError} `InvalidRequest` naming the first field that is wrong. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new StorageError('InvalidRequest', `body/${issue?.path.join('/') ?? ''} ${issue?.message ?? 'is invalid'}`)
}

export function describe(row: ObjectRow) {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: Number(row.size_bytes),
    content_type: row.metadata.mimetype,
    cache_control: row.metadata.cacheControl,
    etag: row.metadata.eTag,
    metadata: row.user_metadata,
    last_modified: row.updated_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

function listed(row: ListedRow) {
  if (row.is_folder) {
    return { name: row.entry, id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null }
  }
  const { entry, id, updated_at, created_at, last_accessed_at, metadata } = row
  return { name: entry, id, updated_at, created_at, last_accessed_at, metadata }
}
