import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isHeaderValue, requireCleanText } from '../../http/clean-text.ts'
import { StorageError } from '../storage-error.ts'
import { watchIdle } from './watch-idle.ts'

/** It lies in the row of the object, and the table refuses more. */
const MAX_METADATA_BYTES = 64 * 1024
const MAX_FIELDS = 10

/** What an upload request carries, whichever of the two body kinds the client chose. */
export type UploadBody = {
  stream: Readable
  contentType: string
  cacheControl: string
  userMetadata: Record<string, unknown>
  /** Announced size, when the body is the bytes themselves. */
  sizeBytes: number | undefined
}

/**
 * Finds the bytes in an upload request: raw, or the one file part of a multipart form whose fields come first.
 * Clients of this wire name that part with an empty string.
 *
 * @param idleMs a form that sends nothing for so long has stalled.
 * @param store receives the body and stores it; its stream must be read to the end.
 * @throws {StorageError} `InvalidRequest` when the form is malformed, has no file, or its metadata is not JSON;
 * `RequestTimeout` when it stalls.
 */
export async function readUpload<T>(
  request: FastifyRequest,
  idleMs: number,
  store: (body: UploadBody) => Promise<T>,
): Promise<T> {
  const type = headerText(request, 'content-type') ?? 'application/octet-stream'
  if (type.startsWith('multipart/form-data')) return readForm(request, { type, idleMs }, store)
  return store({
    stream: request.raw,
    contentType: contentTypeOf(type),
    cacheControl: cacheControlOf(headerText(request, 'cache-control')),
    userMetadata: userMetadataOf(request),
    sizeBytes: announcedSize(request),
  })
}

function readForm<T>(
  request: FastifyRequest,
  { type, idleMs }: { type: string; idleMs: number },
  store: (body: UploadBody) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: unknown) =>
      reject(new StorageError('InvalidRequest', 'The form could not be read', { cause }))
    const fields = new Map<string, string>()
    let stored: Promise<T> | undefined
    let form: InstanceType<typeof Busboy>
    try {
      form = new Busboy({
        headers: { ...request.headers, 'content-type': type },
        limits: { fields: MAX_FIELDS, files: 1, fieldSize: MAX_METADATA_BYTES },
      })
    } catch (error) {
      return refuse(error)
    }
    form.on('field', (name, value) => fields.set(name, value))
    form.on('file', (_name, stream, _filename, _encoding, mimeType) => {
      try {
        stored = store({
          stream,
          contentType: contentTypeOf(fields.get('contentType') ?? mimeType),
          cacheControl: cacheControlOf(fields.get('cacheControl')),
          userMetadata: parseMetadata(fields.get('metadata')),
          sizeBytes: undefined,
        })
        // Refused before the end: the rest of the form is read and dropped, so that the client sees the answer.
        stored.catch((error: unknown) => {
          stream.resume()
          reject(error)
        })
      } catch (error) {
        stream.resume()
        reject(error)
      }
    })
    form.on('error', refuse)
    form.on('finish', () => {
      if (stored) stored.then(resolve, reject)
      else reject(new StorageError('InvalidRequest', 'The form holds no file'))
    })
    // Stalled before or behind the file, where nobody else watches.
    watchIdle(request.raw, idleMs, () => {
      reject(new StorageError('RequestTimeout'))
      request.raw.unpipe(form)
      form.destroy(new Error('the body stalled'))
    })
    request.raw.pipe(form)
    request.raw.once('close', () => request.raw.complete || form.destroy(new Error('the connection closed early')))
  })
}

/** What a download will say the type is. @throws {StorageError} `InvalidRequest` when no header could say it. */
export function contentTypeOf(value: string | undefined): string {
  if (!value) return 'application/octet-stream'
  if (!isHeaderValue(value)) throw new StorageError('InvalidRequest', 'The content type is not printable ASCII')
  return value
}

/** `3600` becomes `max-age=3600`, as storage clients send seconds. @throws {StorageError} `InvalidRequest`, as above */
export function cacheControlOf(value: string | undefined): string {
  if (!value) return 'no-cache'
  if (!isHeaderValue(value)) throw new StorageError('InvalidRequest', 'The cache control is not printable ASCII')
  return /^\d+$/.test(value) ? `max-age=${value}` : value
}

/** @throws {StorageError} `InvalidRequest` when `text` is not a JSON object. */
export function parseMetadata(text: string | undefined): Record<string, unknown> {
  if (!text) return {}
  if (text.length > MAX_METADATA_BYTES) throw new StorageError('InvalidRequest', 'metadata is larger than 64 KB')
  try {
    const metadata = z.record(z.string(), z.unknown()).parse(JSON.parse(text))
    requireCleanText(metadata)
    return metadata
  } catch (cause) {
    throw new StorageError('InvalidRequest', 'metadata must be a JSON object', { cause })
  }
}

export function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Bytes that `Content-Length` announces. @throws {StorageError} when it is not a number. */
export function announcedSize(request: FastifyRequest): number | undefined {
  const text = headerText(request, 'content-length')
  if (text === undefined) return undefined
  const size = Number(text)
  if (!Number.isSafeInteger(size) || size < 0) throw new StorageError('InvalidRequest', 'Content-Length is not a size')
  return size
}

/** What the header `x-metadata` says of the object's own metadata. @throws {StorageError} `InvalidRequest` */
export function userMetadataOf(request: FastifyRequest): Record<string, unknown> {
  return parseMetadata(decodeBase64(headerText(request, 'x-metadata')))
}

function decodeBase64(text: string | undefined): string | undefined {
  return text === undefined ? undefined : Buffer.from(text, 'base64').toString('utf8')
}
