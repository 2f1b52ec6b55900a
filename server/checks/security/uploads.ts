import { randomBytes, randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { contentAad, openBytes, sealBytes, systemRandom } from '#crypto/index.ts'
import { type Check, type CheckContext, expectThat, noneOf, passed } from '../check.ts'
import { newMarker } from '../marker.ts'
import { BUCKET, storeProbeFile } from './probe-file.ts'

/** SEC-10 */
export const abusiveUploadsAreRefused: Check = async (context) => {
  const {
    site,
    people,
    services: { config, database },
  } = context
  const { accessToken: token, person } = await people.enter(site)
  const other = randomUUID()
  const taken: string[] = []
  const headers = { 'content-type': 'application/octet-stream' }
  await storeProbeFile(context, { accessToken: token, person, refreshToken: '' }, randomBytes(64))
  for (const name of [
    `${person.id}/../${other}/probe`,
    `${person.id}/%2e%2e/${other}/probe`,
    `..%2f..%2fprobe`,
    `${other}/probe`,
    `${person.id}/${'a'.repeat(2000)}`,
    `${person.id}/probe%00`,
    'probe',
  ]) {
    const { status } = await site.ask(`/storage/v1/object/${BUCKET}/${name}`, {
      method: 'POST',
      token,
      headers,
      body: randomBytes(64),
    })
    if (status < 400) taken.push(`the name ${name.slice(0, 60)}`)
  }
  const tooLarge = await site.ask('/storage/v1/upload/resumable', {
    method: 'POST',
    token,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(config.maxFileBytes * 2),
      'upload-metadata': metadataOf(person.id),
    },
  })
  if (tooLarge.status < 400) taken.push('twice the largest size')
  const { rows } = await database.owner<{ stored: number }>(
    'select (select count(*) from storage.objects where owner = $1)::integer + (select count(*) from storage.uploads where owner = $1)::integer as stored',
    [person.id],
  )
  const stored = (rows[0]?.stored ?? 0) - 1
  if (stored !== 0) taken.push(`${stored} of them were stored`)
  return noneOf(taken, 'An upload that should be refused is taken', { tried: 8 })
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
