import { randomInt } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { collectGarbage } from '#server/storage/blobs/collector.ts'
import { createDiskStore } from '#server/storage/blobs/disk-store.ts'
import { createS3Store } from '#server/storage/blobs/s3-store.ts'
import { startS3 } from '../../support/counterparts/s3-server.ts'
import { type Person, signedInPerson } from '../../support/people/people.ts'
import { type StorageApp, startStorage } from '../../support/server/storage-app.ts'
import { type TestServer, startServer } from '../../support/server/test-server.ts'
import { chaosSettings, reportFinding } from '../chaos-settings.ts'
import { startFaultyBucket } from './faulty-bucket.ts'
import { faultyDatabase, faultyDisk } from './faulty-parts.ts'
import { type Fault, KilledError, Steps } from './steps.ts'
import { newSent, partsIn, put, type Sent, stored, type Transfer, TRANSFERS } from './transfers.ts'

/** Every so many calls one is hit. */
const STRIDE = chaosSettings.isFull ? 1 : chaosSettings.isAsked ? 15 : 30

/** After this a node takes over from one that was killed. */
const SOON = { leaseMs: 500 }

let server: TestServer
let me: Person
beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'silent' })
  me = await signedInPerson(server)
})
afterAll(() => server.stop())

/** Where a server keeps content, and how another one is made over the same. */
type Place = {
  name: string
  /** The server whose calls are steps. */
  broken: (steps: Steps) => Promise<Heard>
  /** The one that continues: the same after its start, or another one. */
  next: () => Promise<StorageApp>
  /** All whose collectors clear up. */
  stores: () => Promise<BlobStore[]>
}

type Heard = StorageApp & { refusals: () => number[] }

let tries = 0

/** Remembers what it failed with, but for what says that it may pass: nobody hears what a server says after its end. */
function heard(app: StorageApp, steps: Steps): Heard {
  const refusals: number[] = []
  return {
    ...app,
    refusals: () => refusals,
    request: async (...which) => {
      const answer = await app.request(...which)
      if (steps.isDead) throw new KilledError('no answer')
      if (answer.status >= 500 && answer.status !== 503 && answer.status !== 507) refusals.push(answer.status)
      return answer
    },
  }
}

function disk(): Place {
  const folder = path.join(server.config.dataDir, 'steps')
  const broken = async (steps: Steps) => {
    const store = createDiskStore(folder, faultyDisk(steps))
    const database = steps.isKill ? faultyDatabase(server.database, steps) : server.database
    return heard(await startStorage({ ...server, database }, { folder, me, store }), steps)
  }
  return {
    name: 'disk',
    broken,
    next: () => startStorage(server, { folder, me }),
    stores: async () => [createDiskStore(folder)],
  }
}

async function bucket(): Promise<Place> {
  const s3 = await startS3()
  onTestFinished(() => s3.stop())
  const relay = await startFaultyBucket(s3.settings.endpoint ?? '')
  const folderOf = (node: string) => path.join(server.config.dataDir, node)
  const storeOf = (node: string, endpoint = s3.settings.endpoint ?? '') =>
    createS3Store(folderOf(node), { ...s3.settings, endpoint })
  return {
    name: 'bucket',
    broken: async (steps) => {
      const store = await storeOf('one', relay.endpoint)
      relay.watch(steps)
      const database = faultyDatabase(server.database, steps)
      return heard(
        await startStorage({ ...server, database }, { folder: folderOf('one'), me, store, claims: SOON }),
        steps,
      )
    },
    next: async () => startStorage(server, { folder: folderOf('two'), me, store: await storeOf('two'), claims: SOON }),
    stores: async () => [await storeOf('one'), await storeOf('two')],
  }
}

type Hit = { fault: Fault; hit: number }

/** Sends through a server of which one call is hit, and looks at what is stored then. */
async function tryOnce(place: Place, transfer: Transfer, { fault, hit }: Hit): Promise<Steps> {
  const steps = new Steps(hit, fault)
  const sent = newSent(`${tries++}`, transfer)
  const broken = await place.broken(steps)
  if (sent.former) await steps.unhit(() => put(broken, sent, sent.former))
  await attempt(broken, transfer, sent, steps)
  const where = `${place.name}, ${transfer.name}, ${fault} at ${JSON.stringify(steps.seen.at(-1))} (${hit})`
  expect(broken.refusals(), where).toEqual([])
  // What a disk could not make durable is not acknowledged, whatever a later try says.
  if (steps.hitStep?.name.endsWith('sync')) expect(sent.isDone, where).toBe(false)
  if (fault === 'kill') {
    broken.cut()
    await broken.stop()
  }
  // A server that was only refused something continues.
  const next = fault === 'kill' ? await place.next() : broken
  await expectAcknowledged(next, transfer, sent, where)
  for (let tried = 0; tried < 3 && !sent.isDone; tried++) sent.isDone = await transfer.send(next, sent)
  expect(sent.isDone, where).toBe(true)
  const there = await stored(next, sent)
  expect(transfer.isRemoval ? there === undefined : there?.equals(sent.bytes), where).toBe(true)
  next.cut()
  await next.stop()
  return steps
}

async function attempt(app: StorageApp, transfer: Transfer, sent: Sent, steps: Steps): Promise<void> {
  try {
    sent.isDone = await transfer.send(app, sent)
  } catch {
    // No answer, or a refusal at the first request.
  }
  if (steps.isDead) sent.isDone = false
}

/** What was acknowledged is there, and what was not is whole or not at all. */
async function expectAcknowledged(app: StorageApp, transfer: Transfer, sent: Sent, where: string): Promise<void> {
  const there = await stored(app, sent)
  const isNew = transfer.isRemoval ? there === undefined : there?.equals(sent.bytes)
  const isFormer = sent.former ? there?.equals(sent.former) : there === undefined
  expect(isNew || (!sent.isDone && isFormer), where).toBe(true)
  if (sent.isDone || sent.location === undefined || transfer.isRemoval) return
  const head = await app.request(sent.location, { method: 'HEAD' })
  if (head.headers.get('tus-complete') === '1') return
  const parts = partsIn(head.headers.get('upload-parts') ?? '')
  expect(
    [...sent.parts].filter((part) => !parts.has(part)),
    where,
  ).toEqual([])
  if (sent.offset > 0) expect(Number(head.headers.get('upload-offset')), where).toBeGreaterThanOrEqual(sent.offset)
}

/** A day later: what lies in the store is what rows point at, and nothing else. */
async function expectNothingLeft(place: Place): Promise<void> {
  await server.database.owner(`update storage.orphan_blobs set orphaned_at = now() - interval '2 days'`)
  await server.database.owner(`update storage.uploads set expires_at = now() - interval '2 hours'`)
  // A claim that ends between the two stores leaves what lies in the first to a later round.
  await server.database.owner(`update storage.upload_claims set until = now() - interval '2 hours'`)
  const stores = await place.stores()
  for (const store of stores) await collectGarbage(server.database, aged(store))
  const { rows } = await server.database.owner<{ blob_id: string }>('select blob_id from storage.objects')
  const used = new Set(rows.map(({ blob_id }) => blob_id))
  for (const store of stores) {
    const { blobs } = await store.list(undefined)
    expect(blobs.filter(({ id }) => !used.has(id))).toEqual([])
    expect(await store.leftovers(0)).toEqual([])
    expect((await store.pieces?.leftovers(0)) ?? []).toEqual([])
  }
}

/** What is staged counts as old. */
function aged(store: BlobStore): BlobStore {
  const { pieces } = store
  return {
    ...store,
    leftovers: () => store.leftovers(0),
    ...(pieces ? { pieces: { ...pieces, leftovers: () => pieces.leftovers(0) } } : {}),
  }
}

/** Every call of every way to change something is hit; in a short run some of them, others each time. @returns how many were. */
async function tryAll(place: Place, fault: Fault): Promise<number> {
  let hits = 0
  for (const transfer of TRANSFERS) {
    for (let hit = randomInt(STRIDE); ; hit += STRIDE) {
      const steps = await tryOnce(place, transfer, { fault, hit })
      if (!steps.wasHit) break
      hits += 1
    }
  }
  await expectNothingLeft(place)
  return hits
}

describe.each([
  ['disk', async () => disk()],
  ['bucket', bucket],
] as const)('a server over a %s', (name, makePlace) => {
  test('that is killed at any call to disk, database or bucket keeps what it acknowledged, and leaves nothing behind', async () => {
    const hits = await tryAll(await makePlace(), 'kill')
    reportFinding(`killed-${name}`, {
      tried: `${hits} calls of ${TRANSFERS.length} ways to change what is stored`,
      found:
        'nothing acknowledged was lost, nothing half was stored, each client completed by repeating, nothing was left over',
    })
    expect(hits).toBeGreaterThan(0)
  })
})

test.each(['EIO', 'ENOSPC'] as const)(
  'a disk that answers any one call with %s loses nothing, and the server continues',
  async (fault) => {
    const hits = await tryAll(disk(), fault)
    reportFinding(`disk-${fault}`, {
      tried: `${hits} calls of ${TRANSFERS.length} ways to change what is stored`,
      found:
        'answered with 503 or 507, or stored; nothing acknowledged was lost, nothing was left over, no start was needed',
    })
    expect(hits).toBeGreaterThan(0)
  },
)
