import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { connectAsOwner } from '#server/backup/database-connection.ts'
import { ROOT } from '../../test/support/server/server-process.ts'
import { copiesOf, copyPeople } from './copy-rows.ts'
import { type Sample, tablesOf, takeSample, type Work } from './sample.ts'

const USAGE = `Measures what a person and a file cost: real people sign up at a real server and store files; their rows are then copied for N people and for 10 N,
and the growth between the two is divided by 9 N. Writes the tables of docs/scale.md. Linux only.

  npm run scale [-- --people 200 --files 20]`

const PAGE = path.join(ROOT, 'docs/scale.md')
/** Of the tables, so many of the largest have a line. */
const LINES = 8
const SIGN_UPS = 5
/** What the page is about. */
const PEOPLE = 10_000_000
const FILES = 10_000_000_000
const YEARS = 5

type Sizes = ReadonlyMap<string, { rows: number; tableBytes: number; indexBytes: number }>
/** Per person. `small` of the first N, `large` of the 9 N that followed. */
type Growth = {
  small: number
  large: number
  tables: { name: string; rows: number; tableBytes: number; indexBytes: number }[]
}

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '200' },
    files: { type: 'string', default: '20' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(USAGE)
else await measure(Number(values.people), Number(values.files))

async function measure(people: number, files: number): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-scale-'))
  fs.chmodSync(dataDir, 0o755)
  try {
    const sample = await takeSample(dataDir, { people: SIGN_UPS, files })
    const { client, close } = await connectAsOwner({ dataDir, databaseUrl: undefined, databaseDirectUrl: undefined })
    try {
      const person = await grow(client, sample.without, { people, signUps: SIGN_UPS, first: 1 })
      const withFiles = await grow(client, sample.withFiles, { people, signUps: 1, first: 1 + 10 * people })
      write(tablesText(sample, { people, person, file: perFile(withFiles, person, files) }))
    } finally {
      await close()
    }
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** @param plan `signUps`: so many real people are copied at a time. */
async function grow(
  client: Client,
  ids: readonly string[],
  { people, signUps, first }: { people: number; signUps: number; first: number },
): Promise<Growth> {
  const copies = await copiesOf(client, new Set(ids))
  const sizes = [await sizesOf(client)]
  const rounds = Math.round(people / signUps)
  for (const [from, to] of [
    [first, first + rounds - 1],
    [first + rounds, first + 10 * rounds - 1],
  ] as const) {
    await copyPeople(client, copies, from, to)
    await client.query('vacuum analyze')
    sizes.push(await sizesOf(client))
  }
  const [none = new Map(), small = new Map(), large = new Map()] = sizes
  const count = rounds * signUps
  const total = (of: Sizes) =>
    [...of.values()].reduce((sum, { tableBytes, indexBytes }) => sum + tableBytes + indexBytes, 0)
  const tables = [...large].map(([name, now]) => {
    const before = small.get(name) ?? { rows: 0, tableBytes: 0, indexBytes: 0 }
    const per = (of: 'rows' | 'tableBytes' | 'indexBytes') => (now[of] - before[of]) / (9 * count)
    return { name, rows: per('rows'), tableBytes: per('tableBytes'), indexBytes: per('indexBytes') }
  })
  return { small: (total(small) - total(none)) / count, large: (total(large) - total(small)) / (9 * count), tables }
}

async function sizesOf(client: Client): Promise<Sizes> {
  const sizes = new Map<string, { rows: number; tableBytes: number; indexBytes: number }>()
  for (const { schema, name } of await tablesOf(client)) {
    const { rows } = await client.query<{ rows: number; tableBytes: number; indexBytes: number }>(
      `select count(*)::float8 as rows, pg_table_size($1::regclass)::float8 as "tableBytes", pg_indexes_size($1::regclass)::float8 as "indexBytes"
       from "${schema}"."${name}"`,
      [`"${schema}"."${name}"`],
    )
    if (rows[0]) sizes.set(`${schema}.${name}`, rows[0])
  }
  return sizes
}

/** What somebody with files has more than somebody without, for each file. */
function perFile(withFiles: Growth, without: Growth, files: number): Growth {
  const base = new Map(without.tables.map((one) => [one.name, one]))
  const tables = withFiles.tables.map(({ name, rows, tableBytes, indexBytes }) => {
    const person = base.get(name) ?? { rows: 0, tableBytes: 0, indexBytes: 0 }
    return {
      name,
      rows: (rows - person.rows) / files,
      tableBytes: (tableBytes - person.tableBytes) / files,
      indexBytes: (indexBytes - person.indexBytes) / files,
    }
  })
  return { small: (withFiles.small - without.small) / files, large: (withFiles.large - without.large) / files, tables }
}

type Measured = { people: number; person: Growth; file: Growth }

function tablesText(sample: Sample, { people, person, file }: Measured): string {
  const line = (what: string, { small, large, tables }: Growth, { logBytes, serverSeconds, databaseSeconds }: Work) => {
    const sum = (of: 'rows' | 'tableBytes' | 'indexBytes') => tables.reduce((all, one) => all + one[of], 0)
    const bytes = [sum('tableBytes'), sum('indexBytes'), small, large, logBytes].map(count)
    const ms = [serverSeconds, databaseSeconds].map((seconds) => `${Math.round(seconds * 1000)} ms`)
    return `| ${what} | ${[sum('rows').toFixed(1), ...bytes, ...ms].join(' | ')} |`
  }
  return [
    `${new Date().toISOString().slice(0, 10)}, ${people} and ${10 * people} people, ${sample.files} files each where they have some; processor time of a machine with ${os.availableParallelism()} processors, on which other programs ran.`,
    '',
    '| | rows | tables, bytes | indexes, bytes | both, by the first N | both, by the next 9 N | log of the database, bytes | processor of the server | of PostgreSQL |',
    '|---|---|---|---|---|---|---|---|---|',
    line('a person who signed up', person, sample.perPerson),
    line('a file', file, sample.perFile),
    '',
    ...largest('a person', person),
    '',
    ...largest('a file', file),
    '',
    ...atScale(sample, person, file),
  ].join('\n')
}

/** What the figures above add up to. Nothing of this size was tried. */
function atScale({ perPerson, perFile: ofFile }: Sample, person: Growth, file: Growth): string[] {
  const all = (ofPerson: number, each: number): number => PEOPLE * ofPerson + FILES * each
  const terabytes = (bytes: number): string => `${(bytes / 1e12).toFixed(1)} TB`
  const sums = person.tables.map(({ name, tableBytes }) => {
    const each = file.tables.find((one) => one.name === name)?.tableBytes ?? 0
    return { name, bytes: all(tableBytes, each) }
  })
  const [widest, second] = sums.toSorted((one, other) => other.bytes - one.bytes)
  const eachSecond = FILES / (YEARS * 365 * 86_400)
  const rows: readonly (readonly [string, string])[] = [
    ['database with its indexes', terabytes(all(person.large, file.large))],
    ['largest tables', [widest, second].map((one) => `\`${one?.name}\` ${terabytes(one?.bytes ?? 0)}`).join(', ')],
    ['log of the database, all in all', terabytes(all(perPerson.logBytes, ofFile.logBytes))],
    [`files a second, if they come in ${YEARS} years`, eachSecond.toFixed(0)],
    ['log of the database a second then', `${((eachSecond * ofFile.logBytes) / 1e6).toFixed(1)} MB`],
    [
      'processors of the servers, and of PostgreSQL, for storing alone',
      [ofFile.serverSeconds, ofFile.databaseSeconds].map((each) => (eachSecond * each).toFixed(1)).join(', '),
    ],
  ]
  return [
    `| ${PEOPLE.toLocaleString('en')} people with ${FILES.toLocaleString('en')} files, computed | |`,
    '|---|---|',
    ...rows.map(([what, value]) => `| ${what} | ${value} |`),
  ]
}

function largest(what: string, { tables }: Growth): string[] {
  const sorted = tables.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, LINES)
  return [
    `| largest of ${what} | rows | table, bytes | indexes, bytes |`,
    '|---|---|---|---|',
    ...sorted.map(
      ({ name, rows, tableBytes, indexBytes }) =>
        `| \`${name}\` | ${rows.toFixed(1)} | ${count(tableBytes)} | ${count(indexBytes)} |`,
    ),
  ]
}

function sizeOf({ tableBytes, indexBytes }: Growth['tables'][number]): number {
  return tableBytes + indexBytes
}
function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function write(text: string): void {
  console.log(text)
  const page = fs.readFileSync(PAGE, 'utf8')
  fs.writeFileSync(
    PAGE,
    page.replace(/<!-- scale -->[^]*<!-- \/scale -->/, () => `<!-- scale -->\n\n${text}\n\n<!-- /scale -->`),
  )
}
