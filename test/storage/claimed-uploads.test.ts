import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { BlobMissingError, type SharedPieces } from '#server/storage/blobs/blob-store.ts'
import { collectGarbage } from '#server/storage/blobs/collector.ts'
import { createS3Store } from '#server/storage/blobs/s3-store.ts'
import type { ClaimTimes } from '#server/storage/uploads/upload-claims.ts'
import { type S3Server, startS3 } from '../support/counterparts/s3-server.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { expectSameBytes } from '../support/same-bytes.ts'
import { PART, type StorageApp, random, startStorage } from '../support/server/storage-app.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

/** Three nodes with disks of their own, over one database and one bucket. `silent` cannot say that it still works. */
let server: TestServer
let s3: S3Server
let me: Person
let first: StorageApp
let second: StorageApp
let silent: StorageApp
/** A node that says nothing has lost its claim after this. */
const SHORT = { leaseMs: 300 }

beforeAll(async () => {
  server = await startServer()
  s3 = await startS3()
  me = await signedInPerson(server)
  first = await startNode('first')
  second = await startNode('second', { claims: { patienceMs: 1000 } })
  silent = await startNode('silent', { claims: SHORT, database: withoutRenewals(server.database) })
})
afterAll(async () => {
  for (const node of [first, second, silent]) await node.stop()
  await s3.stop()
  await server.stop()
})

async function startNode(
  name: string,
  { claims, database = server.database }: { claims?: ClaimTimes; database?: Database } = {},
): Promise<StorageApp> {
  const folder = path.join(server.config.dataDir, name)
  const store = await createS3Store(folder, s3.settings)
  return startStorage({ ...server, database }, { folder, store, me, ...(claims && { claims }) })
}

/** As a process that the system has stopped, or whose connections lead nowhere for a while. */
function withoutRenewals(database: Database): Database {
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        const isRenewal = name === 'oneAsCaller' && JSON.stringify(args[1]).includes('storage.renew_claim')
        return isRenewal ? Promise.reject(new Error('no connection')) : Reflect.apply(value, target, args)
      }
    },
  })
}

function piecesIn(node: StorageApp): SharedPieces {
  if (!node.store.pieces) throw new Error('the store shares nothing')
  return node.store.pieces
}

/** Holds a call of a node back until it is released. `begun`: it was made. */
function holdBack(node: StorageApp, what: 'fetch' | 'commit') {
  const gate = Promise.withResolvers<void>()
  let calls = 0
  const wait = (): Promise<void> => {
    calls += 1
    return gate.promise
  }
  const pieces = piecesIn(node)
  const { fetch } = pieces
  const { commit } = node.store
  const held =
    what === 'fetch'
      ? vi.spyOn(pieces, 'fetch').mockImplementation(async (...which) => {
          await wait()
          return fetch(...which)
        })
      : vi.spyOn(node.store, 'commit').mockImplementation(async (...which) => {
          await wait()
          return commit(...which)
        })
  onTestFinished(() => held.mockRestore())
  return { release: gate.resolve, begun: () => expect.poll(() => calls).toBeGreaterThan(0) }
}

const idOf = (location: string): string => path.basename(location)
const head = (node: StorageApp, location: string) => node.request(location, { method: 'HEAD' })
const isComplete = async (node: StorageApp, location: string) =>
  (await head(node, location)).headers.get('tus-complete') === '1'

/** An upload of which all but the last part came to `other`, so that who completes it has to fetch. */
async function almostDone(name: string, other: StorageApp) {
  const bytes = random(2 * PART)
  const location = await other.createParts(name, bytes.length)
  expect((await other.patch(location, 0, bytes.slice(0, PART))).status).toBe(204)
  return { bytes, location, last: (node: StorageApp) => node.patch(location, PART, bytes.slice(PART)) }
}

async function epochOf(location: string): Promise<number> {
  const { rows } = await server.database.owner<{ epoch: string }>(
    'select epoch from storage.upload_claims where upload_id = $1',
    [idOf(location)],
  )
  return Number(rows[0]?.epoch ?? 0)
}

/** Blobs in the bucket that no object uses. */
async function unused(): Promise<string[]> {
  const { rows } = await server.database.owner<{ blob_id: string }>('select blob_id from storage.objects')
  const used = new Set(rows.map(({ blob_id }) => blob_id))
  const { blobs } = await first.store.list(undefined)
  return blobs.map(({ id }) => id).filter((id) => !used.has(id))
}

test('while one node gathers an upload, another that is asked waits, gathers nothing, and answers with the same object', async () => {
  const { bytes, location, last } = await almostDone('once.bin', second)
  const held = holdBack(first, 'fetch')
  const fetches = vi.spyOn(piecesIn(second), 'fetch')
  onTestFinished(() => fetches.mockRestore())
  const answer = last(first)
  await held.begun()
  const other = head(second, location)
  // Long enough for the other to have asked, and shorter than its patience.
  await sleep(400)
  held.release()

  expect((await answer).status).toBe(204)
  expect((await other).headers.get('tus-complete')).toBe('1')
  expect(fetches).not.toHaveBeenCalled()
  expect(await epochOf(location)).toBe(1)
  expectSameBytes(await second.download('once.bin'), bytes)
  expect(await unused()).toEqual([])
})

test('a request that would wait too long is refused with a time to ask again, and the upload is complete later', async () => {
  const { bytes, location, last } = await almostDone('long.bin', second)
  const held = holdBack(first, 'fetch')
  const answer = last(first)
  await held.begun()
  const refused = await head(second, location)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  held.release()
  expect((await answer).status).toBe(204)
  expectSameBytes(await second.download('long.bin'), bytes)
})

test('a node that stops while it gathers is replaced, and answers with what the other completed', async () => {
  const { bytes, location, last } = await almostDone('replaced.bin', first)
  const held = holdBack(silent, 'fetch')
  const answer = last(silent)
  await held.begun()
  expect(await isComplete(first, location)).toBe(true)
  held.release()
  expect((await answer).status).toBe(204)
  expect(await epochOf(location)).toBe(2)
  expectSameBytes(await silent.download('replaced.bin'), bytes)
  expect(silent.staged()).not.toContain(idOf(location))
})

test('what a node has put together is refused once another took over, and only its own copy is removed', async () => {
  const { bytes, location, last } = await almostDone('stale.bin', first)
  const stale = holdBack(silent, 'commit')
  const answer = last(silent)
  await stale.begun()
  const held = holdBack(first, 'commit')
  const taken = head(first, location)
  await held.begun()
  // The stale node stores its copy and wants to write the row while the other is at work.
  stale.release()
  await expect.poll(() => refusedCommits(location)).toBe(1)
  held.release()

  expect((await taken).headers.get('tus-complete')).toBe('1')
  expect((await answer).status).toBe(204)
  expect(await epochOf(location)).toBe(2)
  expectSameBytes(await second.download('stale.bin'), bytes)
  expect(await unused()).toEqual([])
})

/** Copies of the upload that were stored and removed again: their notes are gone, and no object uses one. */
async function refusedCommits(location: string): Promise<number> {
  const { rows } = await server.database.owner<{ object_id: string | null }>(
    'select object_id from storage.uploads where id = $1',
    [idOf(location)],
  )
  expect(rows[0]?.object_id).toBeNull()
  const stores = vi.mocked(silent.store.commit).mock.settledResults.length
  return stores === 1 && (await unused()).length === 0 ? 1 : 0
}

test('a node that no longer finds the pieces does not give up an upload that another took over', async () => {
  const { bytes, location, last } = await almostDone('pieces.bin', first)
  const gate = Promise.withResolvers<void>()
  const fetches = vi.spyOn(piecesIn(silent), 'fetch').mockImplementation(async () => {
    await gate.promise
    throw new BlobMissingError('gone')
  })
  onTestFinished(() => fetches.mockRestore())
  const answer = last(silent)
  await expect.poll(() => fetches.mock.calls.length).toBeGreaterThan(0)
  const held = holdBack(first, 'fetch')
  const taken = head(first, location)
  await held.begun()
  gate.resolve()
  // It waits for the other now: had it given up, the answer would be there.
  const early = await Promise.race([answer, sleep(500)])
  held.release()

  expect(early).toBeUndefined()
  expect((await taken).headers.get('tus-complete')).toBe('1')
  expect((await answer).status).toBe(204)
  expectSameBytes(await second.download('pieces.bin'), bytes)
})

test('the claim of a node that was killed ends by itself', async () => {
  const { bytes, location, last } = await almostDone('killed.bin', first)
  const held = holdBack(silent, 'fetch')
  const gone = Promise.allSettled([last(silent)])
  await held.begun()
  silent.cut()
  expect(await isComplete(second, location)).toBe(true)
  expectSameBytes(await second.download('killed.bin'), bytes)
  held.release()
  await gone
})

test('the collector leaves an upload whose time ends while it is put together', async () => {
  const { bytes, location, last } = await almostDone('ending.bin', second)
  const held = holdBack(first, 'fetch')
  const answer = last(first)
  await held.begun()
  await server.database.owner(`update storage.uploads set expires_at = now() - interval '2 hours' where id = $1`, [
    idOf(location),
  ])
  await collectGarbage(server.database, second.store)
  held.release()
  expect((await answer).status).toBe(204)
  expectSameBytes(await second.download('ending.bin'), bytes)
})

test('an upload that was completed twice by its client is one object', async () => {
  const bytes = random(3 * PART)
  const location = await first.createParts('twice.bin', bytes.length)
  const answers = await Promise.all([first, second].map((node) => node.patch(location, 0, bytes)))
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  expect((await second.patch(location, 0, bytes)).status).toBe(204)
  expectSameBytes(await first.download('twice.bin'), bytes)
  expect(await unused()).toEqual([])
})
