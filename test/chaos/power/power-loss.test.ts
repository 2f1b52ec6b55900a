import { createHash, randomInt } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { createDiskStore } from '#server/storage/blobs/disk-store.ts'
import { type Person, signedInPerson } from '../../support/people/people.ts'
import { PART, startStorage } from '../../support/server/storage-app.ts'
import { type TestServer, startServer } from '../../support/server/test-server.ts'
import { chaosSettings, reportFinding } from '../chaos-settings.ts'
import { newSent, put, type Sent, TRANSFERS } from '../steps/transfers.ts'
import { afterPowerLoss, type DiskCall, fatesOf, type Survived } from './power-loss.ts'
import { recordedDisk } from './recorded-disk.ts'

/** Combinations of what survived, of each moment. */
const MOST = chaosSettings.isFull ? 2000 : 30

let server: TestServer
let me: Person
let folder: string
const tried = { states: 0, moments: 0, ways: 0 }
beforeAll(async () => {
  server = await startServer({ LOG_LEVEL: 'silent' })
  me = await signedInPerson(server)
  folder = path.join(server.config.dataDir, 'power')
})
afterAll(async () => {
  await server.stop()
  // Fewer than all ways have run where one of them failed.
  if (tried.ways < TRANSFERS.length) return
  reportFinding('power', {
    tried: `${tried.states} states of the disk at ${tried.moments} moments of ${tried.ways} ways to change what is stored`,
    found: 'all that the database promised was on the disk',
  })
})

/** What the database promises from one moment on. */
type Promised = {
  /** How many calls had been made when the database was asked to write it. */
  since: number
  blobs: { blob_id: string; checksum: string }[]
  parts: { upload: string; part: number }[]
  offsets: { upload: string; offset: string }[]
}

async function promisedBy(since: number): Promise<Promised> {
  const ask = async <Row extends object>(text: string) => (await server.database.owner<Row>(text)).rows
  return {
    since,
    blobs: await ask<Promised['blobs'][number]>('select blob_id, checksum from storage.objects'),
    parts: await ask<Promised['parts'][number]>(
      `select p.upload_id as upload, p.part from storage.upload_parts p join storage.uploads u on u.id = p.upload_id where u.object_id is null`,
    ),
    offsets: await ask<Promised['offsets'][number]>(
      `select id as upload, offset_bytes as offset from storage.uploads where object_id is null and part_bytes is null`,
    ),
  }
}

/** The database, which remembers what it promised, and when it was asked to. It loses nothing itself: that PostgreSQL syncs is its own promise. */
function recordedDatabase(calls: readonly DiskCall[], promises: Promised[]): Database {
  const { database } = server
  const recorded = async <T>(work: () => Promise<T>): Promise<T> => {
    const since = calls.length
    const result = await work()
    promises.push(await promisedBy(since))
    return result
  }
  const changed: Partial<Database> = {
    oneAsCaller: (...which) => recorded(() => database.oneAsCaller(...which)),
    asCaller: (...which) => recorded(() => database.asCaller(...which)),
  }
  return new Proxy(database, {
    get(target, name) {
      const own: unknown = Reflect.get(changed, name)
      if (own !== undefined) return own
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** What the database promises and the disk no longer has. */
function broken({ blobs, parts, offsets }: Promised, { read }: Survived, sent: Sent): string[] {
  const blobFile = (id: string) => path.join(folder, 'blobs', id.slice(0, 2), id)
  const staged = (upload: string) => read(path.join(folder, 'staging', upload))
  const holds = (upload: string, start: number, end: number) =>
    staged(upload)?.subarray(start, end).equals(sent.bytes.subarray(start, end)) ?? false
  return [
    ...blobs.flatMap(({ blob_id, checksum }) => {
      const bytes = read(blobFile(blob_id))
      return bytes && createHash('sha256').update(bytes).digest('hex') === checksum ? [] : [`blob ${blob_id}`]
    }),
    ...parts.flatMap(({ upload, part }) => (holds(upload, part * PART, (part + 1) * PART) ? [] : [`part ${part}`])),
    ...offsets.flatMap(({ upload, offset }) =>
      offset === '0' || holds(upload, 0, Number(offset)) ? [] : [`offset ${offset}`],
    ),
  ]
}

test.each(TRANSFERS)(
  'the power fails at any moment of $name: what the database promised is on the disk',
  async (transfer) => {
    await server.database.owner('delete from storage.objects')
    fs.rmSync(folder, { recursive: true, force: true })
    const calls: DiskCall[] = []
    const promises: Promised[] = []
    const store = createDiskStore(folder, recordedDisk(calls))
    const recorded = { ...server, database: recordedDatabase(calls, promises) }
    const app = await startStorage(recorded, { folder, me, store })
    const sent = newSent('power', transfer)
    if (sent.former) await put(app, sent, sent.former)
    expect(await transfer.send(app, sent)).toBe(true)
    await app.stop()

    const roots = ['staging', 'blobs'].map((name) => path.join(folder, name))
    for (let moment = 0; moment <= calls.length; moment++) {
      const made = calls.slice(0, moment)
      // Whether the database wrote before its answer came is open: both have to hold.
      const counting = promises.filter(
        ({ since }, index) => since <= moment && (promises[index + 1]?.since ?? Infinity) >= moment,
      )
      for (const fates of fatesOf(made, { most: MOST, random: randomInt })) {
        const survived = afterPowerLoss(made, fates, roots)
        tried.states += 1
        for (const promised of counting) {
          const lost = broken(promised, survived, sent)
          if (lost.length > 0) expect(lost, `after ${moment} calls, ${JSON.stringify([...fates.values()])}`).toEqual([])
        }
      }
    }
    expect(promises.length).toBeGreaterThan(0)
    tried.moments += calls.length + 1
    tried.ways += 1
  },
)
