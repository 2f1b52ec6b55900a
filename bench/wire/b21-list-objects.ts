import type { Pool } from 'pg'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { succeed } from '../lib/http-client.ts'
import { hammer } from '../lib/load.ts'
import { medianOf, runRounds } from '../lib/rounds.ts'
import { startWire } from './fixture.ts'

const BUCKET = 'encrypted-files'
const FIRST = 'the first page, by name'
const MIDDLE = 'the page behind 50 000 names, by cursor'
const FOLDERS = 'the folder with all of them in 100 folders'
const NEWEST = 'the first page, newest first'

/** Lists of storage/v1 in a folder that holds much. */
export const listObjects: Entry = {
  name: 'b21-list-objects',
  title: '100 of the objects in a folder, over storage/v1, one request after the other',
  holdsBack: 'by name, policies and printing a hundred rows; by time, all that lies in the folder is read.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const { client, account, json, owner } = await startWire()
  const objects = isQuick ? 2000 : 100_000
  await seedObjects(owner, `${account.userId}/flat/`, objects)
  await seedObjects(owner, `${account.userId}/deep/`, objects, 100)
  await owner.query('analyze storage.objects')

  const ask = (path: string, body: object) => async () =>
    (
      await succeed(
        client(`/storage/v1/object/${path}/${BUCKET}`, { method: 'POST', headers: json, body: JSON.stringify(body) }),
      )
    ).text
  const cursor = Buffer.from(JSON.stringify(cursorAt(`${account.userId}/flat/`, objects / 2))).toString('base64url')
  const contenders: [string, () => Promise<string>, number][] = [
    [FIRST, ask('list', { prefix: `${account.userId}/flat`, limit: 100 }), 100],
    [MIDDLE, ask('list-v2', { prefix: `${account.userId}/flat/`, limit: 100, cursor, with_delimiter: true }), 100],
    [FOLDERS, ask('list', { prefix: `${account.userId}/deep`, limit: 100 }), 100],
    [
      NEWEST,
      ask('list', { prefix: `${account.userId}/flat`, limit: 100, sortBy: { column: 'created_at', order: 'desc' } }),
      100,
    ],
  ]
  const ms = isQuick ? 400 : 2000
  const measured = await runRounds(
    contenders.map(([name, list, entries]) => ({
      name,
      verify: async () => {
        const found = (await list()).match(/"last_accessed_at"/g)?.length
        if (found !== entries) throw new Error(`${name}: ${found} entries`)
      },
      run: async () => {
        const sample = await hammer(async () => void (await list()), { lanes: 1, ms })
        return { 'p50 ms': sample['p50 ms'] ?? Number.NaN, 'p99 ms': sample['p99 ms'] ?? Number.NaN }
      },
    })),
    isQuick ? 2 : 5,
  )
  return {
    tables: [{ caption: `${objects} objects flat, as many in 100 folders`, measured, ratioTo: [] }],
    aims: [FIRST, MIDDLE, FOLDERS].map((what) => ({
      what: `${what}, p50`,
      got: medianOf(measured, what),
      reachable: 20,
      ambitious: 10,
      isUpperBound: true,
      unit: 'ms',
    })),
    notes: ['The folder is one of a person who signed in, so row-level security looks at each row that is read.'],
  }
}

const cursorAt = (folder: string, number: number) => {
  const key = folder + nameOf(number)
  return { value: key, key }
}
const nameOf = (number: number): string => `object-${String(number).padStart(6, '0')}`

/** Rows as if they had been uploaded; what counts them and writes events rests. */
async function seedObjects(owner: Pool, folder: string, objects: number, folders = 0): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(`set local session_replication_role = 'replica'`)
    await client.query(
      `insert into storage.objects (bucket_id, name, metadata, created_at)
       select $1, $2 || case when $4::int = 0 then '' else 'folder-' || lpad((n % greatest($4, 1))::text, 3, '0') || '/' end
                || 'object-' || lpad(n::text, 6, '0'),
              '{"size": 1000, "mimetype": "application/octet-stream"}', now() - make_interval(secs => n)
       from generate_series(1, $3::int) as n`,
      [BUCKET, folder, objects, folders],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}
