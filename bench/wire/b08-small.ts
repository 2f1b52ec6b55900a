import { randomBytes, randomUUID } from 'node:crypto'
import { FILES_BUCKET } from '#contract/limits.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { succeed } from '../lib/http-client.ts'
import { hammer } from '../lib/load.ts'
import { runRounds } from '../lib/rounds.ts'
import { CONNECTIONS, startWire } from './fixture.ts'

const OURS = 'ours, POST object'
const INSERT = 'the driver, INSERT of 1 KiB, no rules'

/** Many small objects. */
export const small: Entry = {
  name: 'b08-small',
  title: 'objects of 1 KiB, durable, under row-level security, with their audit events',
  holdsBack:
    'an object is a file of its own: made, synced, linked under its name, its folder synced; then a row, its audit event and the ' +
    'commit. The plain INSERT is one of these steps.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const { client, account, owner, server } = await startWire()
  await owner.query('create table public.bench_small (id uuid primary key, body bytea not null)')
  const body = randomBytes(1024)
  const headers = { ...account.headers, 'content-type': 'application/octet-stream' }
  const store = async (): Promise<void> => {
    const target = `/storage/v1/object/${FILES_BUCKET}/${account.userId}/${randomUUID()}`
    await succeed(client(target, { method: 'POST', headers, body }))
  }
  const insert = async (): Promise<void> => {
    await owner.query('insert into public.bench_small (id, body) values ($1, $2)', [randomUUID(), body])
  }
  const ms = isQuick ? 400 : 2000
  const load = (work: () => Promise<void>) => hammer(work, { lanes: CONNECTIONS, ms })
  const measured = await runRounds(
    [
      {
        name: OURS,
        verify: store,
        run: async () => {
          const sample = await load(store)
          server.clearBlobs()
          return sample
        },
      },
      { name: INSERT, verify: insert, run: () => load(insert) },
    ],
    isQuick ? 2 : 5,
  )
  return {
    tables: [{ caption: 'objects of 1 KiB', measured, ratioTo: [INSERT] }],
    aims: [],
    notes: [
      'The aim of the design is a multiple of a peer that cannot be installed here, so there is none to compare with.',
    ],
  }
}
