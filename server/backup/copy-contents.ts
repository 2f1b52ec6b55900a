import { createInterface } from 'node:readline'
import { type Readable, Transform, type TransformCallback } from 'node:stream'
import type { Client } from 'pg'
import { BlobStoreError } from '../blob-store-error.ts'
import { BlobMissingError, type BlobStore } from '../storage/blobs/blob-store.ts'
import type { Stored } from '../storage/places/counter.ts'
import { fewAtOnce } from './few-at-once.ts'
import type { Place } from '../storage/places/place.ts'

/** Sealed content, which never changes under its name. */
export type Content = { id: string; bytes: number; sha256: string }

const PAGE = 5_000
const AT_ONCE = 4

export const fileOf = (id: string): string => `content/${id.slice(0, 2)}/${id}`

/** All content that the snapshot of `client` names, in order of its id. */
export async function* listContents(client: Client): AsyncGenerator<Content> {
  await client.query(`declare contents no scroll cursor for
    select distinct on (blob_id) blob_id as id, size_bytes as bytes, checksum as sha256 from storage.objects order by blob_id`)
  for (;;) {
    const { rows } = await client.query<{ id: string; bytes: string; sha256: string }>(`fetch ${PAGE} from contents`)
    for (const { id, bytes, sha256 } of rows) yield { id, bytes: Number(bytes), sha256 }
    if (rows.length < PAGE) return
  }
}

/** Writes a list of contents, and reads it. */
export async function* toLines(contents: AsyncIterable<Content>): AsyncGenerator<string> {
  for await (const { id, bytes, sha256 } of contents) yield `${id} ${bytes} ${sha256}\n`
}

export async function* fromLines(lines: Readable): AsyncGenerator<Content> {
  for await (const line of createInterface({ input: lines, crlfDelay: Infinity })) {
    const [id, bytes, sha256] = line.split(' ')
    if (id === undefined || bytes === undefined || sha256 === undefined)
      throw new Error('the list of contents is damaged')
    yield { id, bytes: Number(bytes), sha256 }
  }
}

export type Copied = { count: number; bytes: number; copied: number; damaged: string[] }

/**
 * Copies what `place` lacks.
 * @param contents in order of their ids, so that the place is listed folder by folder.
 */
export async function copyContents(store: BlobStore, place: Place, contents: AsyncIterable<Content>): Promise<Copied> {
  const result: Copied = { count: 0, bytes: 0, copied: 0, damaged: [] }
  await fewAtOnce(lacking(place, contents, result), AT_ONCE, (content) => copyOne(store, place, content, result))
  return result
}

async function* lacking(place: Place, contents: AsyncIterable<Content>, result: Copied): AsyncGenerator<Content> {
  let folder = ''
  let there: ReadonlyMap<string, number> = new Map()
  for await (const content of contents) {
    const inFolder = content.id.slice(0, 2)
    if (inFolder !== folder) there = await place.list(`content/${inFolder}`)
    folder = inFolder
    result.count++
    result.bytes += content.bytes
    if (there.get(content.id) !== content.bytes) yield content
  }
}

/** What is not what was stored is not kept. */
async function copyOne(store: BlobStore, place: Place, content: Content, result: Copied): Promise<void> {
  const { id, bytes, sha256 } = content
  const written = await writeOne(store, place, content)
  if (written !== undefined && written.bytes === bytes && (sha256 === '' || written.sha256 === sha256)) {
    result.copied++
    return
  }
  await place.remove(fileOf(id))
  result.damaged.push(id)
}

/** @returns undefined when it is missing, or cannot be read. @throws {Error} when it cannot be written. */
async function writeOne(store: BlobStore, place: Place, { id }: Content): Promise<Stored | undefined> {
  const reader = await openOrMissing(store, id)
  if (!reader) return undefined
  const body = new CopiedChunks()
  let isUnreadable = false
  const sent = reader.sendTo(body, { start: 0, end: reader.sizeBytes }).then(
    () => body.end(),
    (error: unknown) => {
      // The store being away is no damage of this one.
      isUnreadable = !(error instanceof BlobStoreError)
      body.destroy(error instanceof Error ? error : new Error(String(error)))
    },
  )
  try {
    return await place.write(fileOf(id), body)
  } catch (error) {
    if (isUnreadable) return undefined
    throw error
  } finally {
    body.destroy()
    await sent
    await reader.close()
  }
}

async function openOrMissing(store: BlobStore, id: string) {
  try {
    return await store.open(id)
  } catch (error) {
    if (error instanceof BlobMissingError) return undefined
    throw error
  }
}

/** A store writes the same few buffers again and again; what is read from here later has to stay as it is. */
class CopiedChunks extends Transform {
  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    done(null, Buffer.from(chunk))
  }
}
