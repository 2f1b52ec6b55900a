import { randomBytes, randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { contentAad, openBytes, sealBytes, systemRandom } from '#crypto/index.ts'
import { type Check, type CheckContext, expectThat, noneOf, passed } from '../check.ts'
import { newMarker } from '../marker.ts'
import type { ProbeSession } from '../probe-people.ts'
import type { Answer } from '../site.ts'
import { BUCKET, storeProbeFile } from './probe-file.ts'

const FEW = 64
const BYTES = { 'content-type': 'application/octet-stream' }
const TUS = { 'tus-resumable': '1.0.0' }

/** SEC-10 */
export const abusiveUploadsAreRefused: Check = async (context) => {
  const { site, people, services } = context
  const session = await people.enter(site)
  const own = session.person.id
  await storeProbeFile(context, session, randomBytes(FEW))
  const others = randomUUID()
  const abuses: [what: string, status: number][] = []
  for (const name of [
    `${own}/../${others}/probe`,
    `${own}/%2e%2e/${others}/probe`,
    `..%2f..%2fprobe`,
    `${others}/probe`,
    `${own}/${'a'.repeat(2000)}`,
    `${own}/probe%00`,
    'probe',
  ]) {
    abuses.push([`the name ${name.slice(0, 60)}`, await send(context, session, name)])
  }
  const tooLarge = services.config.maxFileBytes * 2
  abuses.push(['twice the largest size', (await begin(context, session, tooLarge)).status])
  const announced = (bytes: number) => send(context, session, `${own}/${randomUUID()}`, bytes)
  abuses.push(['twice the largest size at once', await announced(tooLarge)])
  abuses.push(['fewer bytes than were announced', await announced(FEW * 2)])
  abuses.push(['more bytes than were announced', await sendMore(context, session)])
  const taken = abuses.filter(([, status]) => status < 400).map(([what]) => what)
  const stored = await countStored(context, own)
  if (stored !== 1) taken.push(`${stored - 1} of them were stored`)
  const empty = await storeEmpty(context, session)
  if (empty !== 'empty') taken.push(`no bytes: ${empty}`)
  // A file without bytes is one like any other, and counts as one.
  return noneOf(taken, 'An upload that should be refused is taken', {
    tried: abuses.length,
    no_bytes: 'stored as such',
  })
}

/** @returns the status; 400 where the connection was ended in place of an answer */
async function send(
  { site }: CheckContext,
  { accessToken: token }: ProbeSession,
  name: string,
  announcedBytes?: number,
): Promise<number> {
  const asked = { method: 'POST', token, headers: BYTES, body: randomBytes(FEW) }
  const path = `/storage/v1/object/${BUCKET}/${name}`
  if (announcedBytes === undefined) return (await site.ask(path, asked)).status
  return site.ask(path, { ...asked, announcedBytes }).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return 400
      throw error
    },
  )
}

/** Begins an upload in pieces. */
function begin({ site }: CheckContext, { accessToken: token, person }: ProbeSession, bytes: number): Promise<Answer> {
  const headers = { ...TUS, 'upload-length': String(bytes), 'upload-metadata': metadataOf(person.id) }
  return site.ask('/storage/v1/upload/resumable', { method: 'POST', token, headers })
}

/** @returns the status of a piece that is longer than its whole upload */
async function sendMore(context: CheckContext, session: ProbeSession): Promise<number> {
  const { site } = context
  const { accessToken: token } = session
  const { headers } = await begin(context, session, FEW)
  const path = new URL(headers.location ?? '', site.origin).pathname
  const piece = { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const { status } = await site.ask(path, { method: 'PATCH', token, headers: piece, body: randomBytes(FEW * 2) })
  await site.ask(path, { method: 'DELETE', token, headers: TUS })
  return status
}

/** @returns `empty`, or what is wrong */
async function storeEmpty({ site }: CheckContext, { accessToken: token, person }: ProbeSession): Promise<string> {
  const at = `${BUCKET}/${person.id}/${randomUUID()}`
  const { status } = await site.ask(`/storage/v1/object/${at}`, {
    method: 'POST',
    token,
    headers: BYTES,
    body: Buffer.alloc(0),
  })
  if (status >= 400) return 'empty'
  const { status: found, body } = await site.ask(`/storage/v1/object/authenticated/${at}`, { token })
  return found === 200 && body.length === 0 ? 'empty' : `answered with ${found} and ${body.length} bytes`
}

async function countStored({ services: { database } }: CheckContext, owner: string): Promise<number> {
  const { rows } = await database.owner<{ stored: number }>(
    'select (select count(*) from storage.objects where owner = $1)::integer + (select count(*) from storage.uploads where owner = $1)::integer as stored',
    [owner],
  )
  return rows[0]?.stored ?? 0
}

function metadataOf(userId: string): string {
  const encode = (value: string): string => Buffer.from(value).toString('base64')
  return `bucketName ${encode(BUCKET)},objectName ${encode(`${userId}/${randomUUID()}`)}`
}

const LEAST_ENTROPY = 7.99
const SIZE = 256 * 1024
const WINDOW = 16

/** SEC-11 */
export const storeShowsNothing: Check = async (context) => {
  const session = await context.people.enter(context.site)
  const line = `${newMarker()} is what nobody may read. `
  const plain = Buffer.from(line.repeat(Math.ceil(SIZE / line.length)))
  const [key, aad] = [new Uint8Array(randomBytes(32)), contentAad(randomUUID())]
  const sealed = Buffer.from(await sealBytes({ key, aad, plain, random: systemRandom }))
  const { objectName } = await storeProbeFile(context, session, sealed)
  const stored = await readBack(context, objectName)
  const evidence = { bytes: stored.length, bits_per_byte: Math.round(entropyOf(stored) * 10_000) / 10_000 }
  for (let at = 0; at < line.length; at++) {
    expectThat(!stored.includes(plain.subarray(at, at + WINDOW)), 'The store holds a part of what was sealed', evidence)
  }
  expectThat(evidence.bits_per_byte > LEAST_ENTROPY, 'What is stored has a pattern', evidence)
  expectThat(stored.equals(sealed), 'The store holds something else than was sent', evidence)
  expectThat(
    Buffer.from(await openBytes({ key, aad, sealed: stored })).equals(plain),
    'What was stored cannot be opened',
    evidence,
  )
  return passed(evidence)
}

async function readBack({ services: { database, store } }: CheckContext, name: string): Promise<Buffer> {
  const { rows } = await database.owner<{ blob_id: string }>(
    'select blob_id from storage.objects where bucket_id = $1 and name = $2',
    [BUCKET, name],
  )
  const reader = await store.open(rows[0]?.blob_id ?? '')
  const chunks: Buffer[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      // The reader may use its memory again.
      chunks.push(Buffer.from(chunk))
      done()
    },
  })
  await reader.sendTo(sink, { start: 0, end: reader.sizeBytes })
  await reader.close()
  return Buffer.concat(chunks)
}

/** Shannon's, in bits per byte. */
function entropyOf(bytes: Buffer): number {
  const counts = Array.from({ length: 256 }, () => 0)
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1
  return counts.reduce(
    (sum, count) => (count === 0 ? sum : sum - (count / bytes.length) * Math.log2(count / bytes.length)),
    0,
  )
}
