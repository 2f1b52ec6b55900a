import { featureLists } from '#server/features.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { formatNumber } from '../lib/results.ts'
import { type Asked, type Asking, MAX_LIST_MS, MAX_OVERVIEW_MS } from './asked.ts'
import { auditRequests } from './audit-requests.ts'
import { declaredRequests } from './declared.ts'
import { measure, type Result } from './measure.ts'
import { peopleRequests } from './people-requests.ts'
import { securityRequests } from './security-requests.ts'
import { PLACED, startStage } from './stage.ts'

const MAX_TIMES_BARE = 3
const FLOOR = 'nothing: the name of the organisation'

/** Lists of the panel in an organisation of ten thousand people with a million events. */
export const lists: Entry = {
  name: 'a01-lists',
  title: 'every list of the panel over HTTP, 10,000 people and 1,000,000 events',
  holdsBack:
    'what every request costs before its statement: the session is looked up, a transaction is opened, role and claims are set. The line "nothing" has that alone. ' +
    'A list that is quick in PostgreSQL is therefore many times slower over HTTP.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const stage = await startStage(isQuick ? { people: 600, events: 5000 } : { people: 10_000, events: 1_000_000 })
  const asking: Asking = { stage, api: stage.api }
  const asked: Asked[] = [
    {
      list: FLOOR,
      what: '',
      ask: async () => (await stage.api.rest('rpc/organisation_name', { method: 'POST', body: {} }), 1),
      bare: { text: 'select name from public.tenants where id = $1', values: [stage.tenant] },
      limitMs: MAX_LIST_MS,
    },
    ...(await peopleRequests(asking)),
    ...(await auditRequests(asking)),
    ...(await securityRequests(asking)),
    ...(await Promise.all(featureLists().map((list) => declaredRequests(asking, list)))).flat(),
  ]
  return sectionOf(await measure(asking, asked, isQuick ? 5 : 30), stage.took)
}

/** A list is as slow as the slowest of its requests. */
export function sectionOf(results: readonly Result[], took: Readonly<Record<string, number>>): Section {
  const [floor, ...lists] = results
  const late = lists.filter(isLate)
  const far = lists.filter(isFar)
  const overview = lists.filter(({ limitMs }) => limitMs === MAX_OVERVIEW_MS).map(({ ours }) => ours.p95)
  const others = lists.filter(({ limitMs }) => limitMs === MAX_LIST_MS).map(({ ours }) => ours.p95)
  const aim = (what: string, got: number, most: number, unit = '') =>
    ({ what, got, reachable: most, ambitious: most, isUpperBound: true, ...(unit ? { unit } : {}) }) as const
  return {
    tables: [],
    aims: [
      aim('slowest list, filter or search, p95', Math.max(...others), MAX_LIST_MS, 'ms'),
      aim('slowest part of the overview, p95', Math.max(...overview), MAX_OVERVIEW_MS, 'ms'),
      aim(`requests over ${MAX_LIST_MS} ms at p95, of ${lists.length}`, late.length, 0),
      aim(`requests that take more than ${MAX_TIMES_BARE} times the bare SQL at p95`, far.length, 0),
      aim(`the same without what every request costs`, lists.filter((one) => isFarAbove(one, floor)).length, 0),
    ],
    notes: [
      `Filled in seconds: ${Object.entries(took)
        .map(([what, seconds]) => `${what} ${seconds}`)
        .join(
          ', ',
        )}. People are copies of four who signed up and stored files; the newest ${PLACED} events have their places in the ledger, the others are as if older than it.`,
      tableOf(lists, floor),
      `"Bare" is the same rows, and their count where the page says one, by a superuser whom row-level security does not bind: at once on two connections over the socket of PostgreSQL, after each request of ours. ` +
        `"× above nothing" divides what is left without the line "nothing" (p50 ${formatNumber(floor?.ours.p50 ?? 0)} ms, p95 ${formatNumber(floor?.ours.p95 ?? 0)} ms).`,
    ],
  }
}

const isLate = ({ ours, limitMs }: Result): boolean => ours.p95 > limitMs
const timesBare = ({ ours, bare }: Result, floor = 0): number =>
  bare ? Math.max(0, ours.p95 - floor) / bare.p95 : Number.NaN
const isFar = (result: Result): boolean => timesBare(result) > MAX_TIMES_BARE
const isFarAbove = (result: Result, floor: Result | undefined): boolean =>
  timesBare(result, floor?.ours.p95) > MAX_TIMES_BARE

function tableOf(results: readonly Result[], floor: Result | undefined): string {
  const lines = results.map((result) => {
    const { list, what, rows, ours, bare, limitMs } = result
    const verdict = isLate(result) ? '**missed**' : 'met'
    return `| ${[
      list,
      what,
      rows || '',
      formatNumber(ours.p50),
      `**${formatNumber(ours.p95)}**`,
      formatNumber(ours.p99),
      bare ? formatNumber(bare.p50) : '',
      bare ? formatNumber(bare.p95) : '',
      bare ? formatNumber(timesBare(result)) : '',
      bare ? formatNumber(timesBare(result, floor?.ours.p95)) : '',
      `≤ ${limitMs} ms: ${verdict}${bare ? `; ≤ ${MAX_TIMES_BARE} ×: ${isFar(result) ? '**missed**' : 'met'}` : ''}`,
    ].join(' | ')} |`
  })
  const heads = [
    'list',
    'request',
    'rows',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'bare p50',
    'bare p95',
    '× bare, p95',
    '× above nothing',
    'limits',
  ]
  return [`| ${heads.join(' | ')} |`, `|${'---|'.repeat(heads.length)}`, ...lines].join('\n')
}
