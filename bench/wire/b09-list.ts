import { randomUUID } from 'node:crypto'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { succeed } from '../lib/http-client.ts'
import { hammer } from '../lib/load.ts'
import { type Measured, medianOf, runRounds } from '../lib/rounds.ts'
import { seedFiles, startWire } from './fixture.ts'

const HTTP = 'ours, over rest/v1'
const RLS = 'the driver, under row-level security'
const PLAIN = 'the driver, no row-level security'
const COLUMNS = 'id, original_name, file_size, created_at'

/** The newest files of one person among many. */
export const list: Entry = {
  name: 'b09-list',
  title: 'the newest 100 files of somebody with 10 000, among a million, one request after the other',
  holdsBack: 'reading and printing a hundred rows; the policy is one equality on an index and costs next to nothing.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const { client, account, json, owner, database, caller } = await startWire()
  const people = isQuick ? 4 : 100
  await seedFiles(owner, { userId: account.userId, files: 10_000 })
  for (let person = 1; person < people; person++) await seedFiles(owner, { userId: randomUUID(), files: 10_000 })
  await owner.query('analyze public.file_records')

  const statement = `select json_agg(f)::text as body from
    (select ${COLUMNS} from public.file_records order by created_at desc, id desc limit 100) f`
  const filtered = statement.replace(' order by', ' where user_id = $1 order by')
  const query = `select=${COLUMNS.replaceAll(' ', '')}&order=created_at.desc,id.desc&limit=100`
  const overHttp = async () => (await succeed(client(`/rest/v1/file_records?${query}`, { headers: json }))).text
  const underRls = async () => (await database.oneAsCaller<{ body: string }>(caller, { text: statement })).rows[0]?.body
  const plain = async () => (await owner.query<{ body: string }>(filtered, [account.userId])).rows[0]?.body
  const ms = isQuick ? 400 : 2000
  const load = async (work: () => Promise<unknown>) => {
    const sample = await hammer(async () => void (await work()), { lanes: 1, ms })
    return { 'p50 ms': sample['p50 ms'] ?? Number.NaN, 'p99 ms': sample['p99 ms'] ?? Number.NaN }
  }
  const measured = await runRounds(
    [
      {
        name: HTTP,
        verify: async () => {
          const [first, second, third] = (await Promise.all([overHttp(), underRls(), plain()])).map(idsOf)
          if (first?.length !== 100 || String(first) !== String(second) || String(first) !== String(third))
            throw new Error('the three lists differ')
        },
        run: () => load(overHttp),
      },
      { name: RLS, run: () => load(underRls) },
      { name: PLAIN, run: () => load(plain) },
    ],
    isQuick ? 2 : 5,
  )
  return {
    tables: [{ caption: `${people * 10_000} rows in the table`, measured, ratioTo: [PLAIN] }],
    aims: [
      {
        what: 'row-level security, times without it (p50)',
        got: quotient(measured),
        reachable: 1.15,
        ambitious: 1.05,
        isUpperBound: true,
      },
      {
        what: 'over rest/v1, p50',
        got: medianOf(measured, HTTP),
        reachable: 1,
        ambitious: 1,
        isUpperBound: true,
        unit: 'ms',
      },
    ],
    notes: [
      'The driver under row-level security opens a transaction and sets role and claims for it; without, it sends the one statement. ' +
        'So the quotient holds the cost of that as well.',
    ],
  }
}

const quotient = (measured: Measured[]): number | undefined => {
  const [rls, plain] = [medianOf(measured, RLS), medianOf(measured, PLAIN)]
  return rls === undefined || plain === undefined ? undefined : rls / plain
}

function idsOf(text: string | undefined): string[] {
  return (JSON.parse(text ?? '[]') as { id: string }[]).map(({ id }) => id)
}
