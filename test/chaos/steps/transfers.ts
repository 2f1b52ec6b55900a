import { Buffer } from 'node:buffer'
import { PART, random, type StorageApp } from '../../support/server/storage-app.ts'

const SIZE = 2 * PART + 1000

/** What a client remembers between its tries: its content, where its upload is, and what the server acknowledged. */
export type Sent = {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  /** What the name held before. */
  former?: Uint8Array<ArrayBuffer>
  location?: string | undefined
  /** Parts or the offset that were acknowledged. */
  parts: Set<number>
  offset: number
  isDone: boolean
}

/** One way to change what is stored, as a client that repeats it until it was acknowledged. */
export type Transfer = {
  name: string
  isRemoval?: boolean
  /** Something is there before. */
  needsFormer?: boolean
  sizeBytes?: number
  /** Goes on from what it remembers; false when it was refused, or nothing was answered. */
  send: (app: StorageApp, sent: Sent) => Promise<boolean>
}

export const newSent = (name: string, { needsFormer, sizeBytes = SIZE }: Transfer): Sent => ({
  name,
  bytes: random(sizeBytes),
  ...(needsFormer ? { former: random(3000) } : {}),
  parts: new Set(),
  offset: 0,
  isDone: false,
})

const target = (app: StorageApp, { name }: Sent) => `/storage/v1/object/encrypted-files/${app.myId}/${name}`

export async function put(app: StorageApp, sent: Sent, bytes = sent.bytes): Promise<boolean> {
  const headers = { 'x-upsert': 'true' }
  const answer = await app.request(target(app, sent), { method: 'POST', body: bytes, headers })
  return answer.ok
}

/** Where the upload is; made where there is none, or the server forgot it. */
async function begin(app: StorageApp, sent: Sent, isInParts: boolean): Promise<string | undefined> {
  if (sent.location !== undefined) {
    const known = await app.request(sent.location, { method: 'HEAD' })
    if (known.status === 200) return sent.location
    if (known.status !== 404 && known.status !== 410) return undefined
    sent.parts.clear()
    sent.offset = 0
  }
  sent.location = await create(app, sent, isInParts)
  return sent.location
}

async function create(app: StorageApp, { name, bytes }: Sent, isInParts: boolean): Promise<string | undefined> {
  const metadata = `bucketName ${btoa('encrypted-files')},objectName ${btoa(`${app.myId}/${name}`)}`
  const headers = { 'upload-length': String(bytes.length), 'upload-metadata': metadata, 'x-upsert': 'true' }
  const inParts = isInParts ? { 'upload-part-size': String(PART) } : {}
  const answer = await app.request('/storage/v1/upload/resumable', {
    method: 'POST',
    headers: { ...headers, ...inParts },
  })
  return answer.status === 201 ? new URL(answer.headers.get('location') ?? '').pathname : undefined
}

function patch(app: StorageApp, location: string, offset: number, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
  return app.request(location, { method: 'PATCH', headers, body })
}

async function sendParts(app: StorageApp, sent: Sent): Promise<boolean> {
  const location = await begin(app, sent, true)
  if (location === undefined) return false
  const head = await app.request(location, { method: 'HEAD' })
  if (head.headers.get('tus-complete') === '1') return true
  const there = partsIn(head.headers.get('upload-parts') ?? '')
  const count = Math.ceil(sent.bytes.length / PART)
  // Not in order: the last one first.
  for (let part = count - 1; part >= 0; part--) {
    if (there.has(part)) continue
    const answer = await patch(app, location, part * PART, sent.bytes.slice(part * PART, (part + 1) * PART))
    if (answer.status !== 204) return false
    sent.parts.add(part)
  }
  return true
}

async function sendInSequence(app: StorageApp, sent: Sent): Promise<boolean> {
  const location = await begin(app, sent, false)
  if (location === undefined) return false
  const head = await app.request(location, { method: 'HEAD' })
  let offset = Number(head.headers.get('upload-offset') ?? NaN)
  while (offset < sent.bytes.length) {
    const end = Math.min(sent.bytes.length, offset + PART + 7)
    const answer = await patch(app, location, offset, sent.bytes.slice(offset, end))
    if (answer.status !== 204) return false
    offset = end
    sent.offset = end
  }
  return offset === sent.bytes.length
}

/** Takes an upload back of which one part has arrived. */
async function cancel(app: StorageApp, sent: Sent): Promise<boolean> {
  if (sent.location === undefined) {
    sent.location = await create(app, sent, true)
    if (sent.location === undefined) return false
    const answer = await patch(app, sent.location, 0, sent.bytes.slice(0, PART))
    if (answer.status !== 204) return false
  }
  const { status } = await app.request(sent.location, { method: 'DELETE' })
  return status === 204 || status === 404
}

/** `0-2,5` as its numbers. */
export function partsIn(text: string): Set<number> {
  const ranges = text.split(',').filter(Boolean)
  return new Set(
    ranges.flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    }),
  )
}

export const TRANSFERS: Transfer[] = [
  { name: 'one request', send: (app, sent) => put(app, sent) },
  { name: 'a replacement', needsFormer: true, send: (app, sent) => put(app, sent) },
  { name: 'parts', send: sendParts },
  { name: 'a sequence', send: sendInSequence },
  { name: 'an empty file', sizeBytes: 0, send: sendInSequence },
  { name: 'an upload taken back', isRemoval: true, send: cancel },
  {
    name: 'a deletion',
    isRemoval: true,
    needsFormer: true,
    send: async (app, sent) => (await app.request(target(app, sent), { method: 'DELETE' })).status < 500,
  },
]

/** The bytes that a name holds; undefined when it holds none. @throws when they cannot be read. */
export async function stored(app: StorageApp, sent: Sent): Promise<Buffer | undefined> {
  const answer = await app.request(target(app, sent))
  if (answer.ok) return Buffer.from(await answer.arrayBuffer())
  const text = await answer.text()
  if (!text.includes('NoSuchKey')) throw new Error(text)
  return undefined
}
