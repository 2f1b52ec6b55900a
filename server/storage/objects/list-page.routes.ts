import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type PageRow, listPageStatement } from './list-page.sql.ts'
import { parseBucketName } from './object-key.ts'
import { parse } from './objects.routes.ts'
import { StorageError } from '../storage-error.ts'
import type { StorageContext } from '../storage-context.ts'

const listing = z.object({
  prefix: z.string().default(''),
  limit: z.int().min(1).max(1000).default(1000),
  cursor: z.string().nullish(),
  with_delimiter: z.boolean().default(false),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .nullish(),
})
const cursorShape = z.object({ value: z.string(), key: z.string() })

/** The list that pages by cursor. */
export function listPageRoutes(app: FastifyInstance, { database, callers }: StorageContext): void {
  app.post('/object/list-v2/:bucket', async (request) => {
    const caller = await callers.callerOf(request)
    const bucket = parseBucketName(z.object({ bucket: z.string() }).parse(request.params).bucket)
    const { prefix, limit, cursor, with_delimiter: hasDelimiter, sortBy } = parse(listing, request.body)
    const statement = listPageStatement({
      bucket,
      prefix,
      limit,
      hasDelimiter,
      after: cursor ? decodeCursor(cursor) : undefined,
      sortColumn: sortBy?.column ?? 'name',
      sortOrder: sortBy?.order ?? 'asc',
    })
    const { rows } = await database.oneAsCaller<PageRow>(caller, statement)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const hasNext = rows.length > limit
    return {
      hasNext,
      ...(hasNext && last ? { nextCursor: encodeCursor({ value: last.sort_value, key: last.key }) } : {}),
      folders: page.filter((row) => row.is_folder).map(({ key }) => ({ key: key.replace(/\/$/, ''), name: key })),
      objects: page
        .filter((row) => !row.is_folder)
        .map(({ key, id, created_at, updated_at, last_accessed_at, metadata }) => ({
          key,
          name: key,
          id,
          created_at,
          updated_at,
          last_accessed_at,
          metadata,
        })),
    }
  })
}

const encodeCursor = (cursor: z.infer<typeof cursorShape>): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

function decodeCursor(text: string): z.infer<typeof cursorShape> {
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch (cause) {
    throw new StorageError('InvalidRequest', 'The cursor is not one of ours', { cause })
  }
}
