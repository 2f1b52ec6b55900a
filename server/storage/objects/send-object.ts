import type { FastifyReply, FastifyRequest } from 'fastify'
import { isHeaderValue } from '../../http/clean-text.ts'
import { continuesVersion, namesVersion } from '../../http/conditional.ts'
import { BlobMissingError, type BlobReader, type BlobStore, type ByteRange } from '../blobs/blob-store.ts'
import type { ObjectRow } from './objects.sql.ts'
import { StorageError } from '../storage-error.ts'
import type { LostContent } from '../upkeep/lost-content.ts'

/** Where content lies, and who hears of content that does not. */
export type Stored = { store: BlobStore; lost: LostContent }

/** User files share our origin, so none of them may ever run: no script, no frame, no type guessing. */
const INERT = `default-src 'none'; style-src 'none'; frame-ancestors 'none'; sandbox`

/**
 * Answers a download: whole, a single range (206), not modified (304) or headers only.
 * @param beforeBytes what must have succeeded before the first byte leaves
 * @throws {StorageError} `ContentLost` | `InvalidRange`
 */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  stored: Stored,
  object: ObjectRow,
  beforeBytes?: () => Promise<void>,
): Promise<FastifyReply> {
  const etag = `"${object.checksum}"`
  const size = Number(object.size_bytes)
  const { range: asked, 'if-range': ifRange, 'if-none-match': known } = request.headers
  const isUnchanged = known !== undefined && namesVersion(known, etag)
  const isRange = !isUnchanged && continuesVersion(ifRange, etag)
  const range = isRange ? parseRange(asked, size) : undefined
  // Before the headers: a refusal must not go out under the content's ETag.
  if (!isUnchanged && request.method !== 'HEAD') await beforeBytes?.()
  reply.headers({
    'content-type': safeType(object.metadata.mimetype),
    'cache-control': headerOr(object.metadata.cacheControl, 'no-cache'),
    'last-modified': object.updated_at.toUTCString(),
    'accept-ranges': 'bytes',
    'x-robots-tag': 'none',
    'content-security-policy': INERT,
    etag,
  })
  const disposition = dispositionOf(request.query)
  if (disposition) reply.header('content-disposition', disposition)
  if (isUnchanged) return reply.code(304).send()

  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${size}`)
  const { start, end } = range ?? { start: 0, end: size }
  reply.header('content-length', end - start)
  if (request.method === 'HEAD') return reply.send()

  const reader = await openWhole(request, stored, object)
  try {
    reply.hijack()
    reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
    await reader.sendTo(reply.raw, { start, end })
    reply.raw.end()
  } catch (error) {
    if (!reply.sent) throw error
    request.log.error({ err: error }, 'a download broke off')
    reply.raw.destroy()
  } finally {
    await reader.close()
  }
  return reply
}

/** The record says the size: a shorter blob was damaged and must not be served as if it were whole. @throws {StorageError} `ContentLost` */
async function openWhole(
  request: FastifyRequest,
  { store, lost }: Stored,
  { id, blob_id, size_bytes }: ObjectRow,
): Promise<BlobReader> {
  let reader: BlobReader
  try {
    reader = await store.open(blob_id)
  } catch (cause) {
    if (!(cause instanceof BlobMissingError)) throw cause
    await lost.noticed({ object_id: id, blob_id }, 'missing', request.log)
    throw new StorageError('ContentLost', undefined, { cause })
  }
  if (reader.sizeBytes === Number(size_bytes)) return reader
  await reader.close()
  await lost.noticed({ object_id: id, blob_id }, 'damaged', request.log)
  throw new StorageError('ContentLost')
}

/**
 * Reads a single byte range (RFC 9110 §14.1.2). More than one range, or one of another unit, is ignored as the RFC allows.
 * @throws {StorageError} `InvalidRange` when it lies behind the end.
 */
function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match || (!match[1] && !match[2])) return undefined
  const [, first, last] = match
  if (!first) {
    const suffix = Number(last)
    if (suffix === 0 || size === 0) throw new StorageError('InvalidRange')
    return { start: Math.max(0, size - suffix), end: size }
  }
  const start = Number(first)
  const end = last ? Math.min(Number(last) + 1, size) : size
  if (last && Number(last) < start) return undefined
  if (start >= size) throw new StorageError('InvalidRange')
  return { start, end }
}

/** What our own origin must not serve as what it says it is: pages, scripts and style sheets of somebody's. */
const ACTIVE =
  /^\s*(text\/(html|css|(x-)?(java|ecma|live|j)script[\d.]*)|application\/(xhtml\+xml|(x-)?(java|ecma)script))\b/i

function safeType(type: string | undefined): string {
  const contentType = headerOr(type, 'application/octet-stream')
  return ACTIVE.test(contentType) ? 'text/plain' : contentType
}

// What was stored before such values were refused would end every download.
function headerOr(value: string | undefined, otherwise: string): string {
  return value !== undefined && isHeaderValue(value) ? value : otherwise
}

/** `?download` asks for an attachment, `?download=name` for one with that name (RFC 6266, RFC 8187). */
function dispositionOf(query: unknown): string | undefined {
  if (typeof query !== 'object' || query === null || !('download' in query)) return undefined
  const name = typeof query.download === 'string' ? query.download : ''
  if (!name) return 'attachment;'
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
}
