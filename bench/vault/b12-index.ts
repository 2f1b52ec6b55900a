import { randomBytes, randomUUID } from 'node:crypto'
import {
  PAGE_ENTRIES,
  type RecordCipher,
  asSpaceKey,
  createRecordCipher,
  sealPage,
  systemRandom,
  utf8,
} from '#crypto/index.ts'
import type { NamesForm, NamesResult } from '../browser/names.worker.ts'
import { startBrowser } from '../lib/browser.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { bundle, servePages } from '../lib/pages.ts'
import { type Contender, medianOf, ratioOf, runRounds } from '../lib/rounds.ts'

const PAGES = 'ours, sealed pages of 256 names'
const RECORDS = 'one record per name, binary'
const JSON_ROWS = 'one record per name, JSON rows'
const FETCH = 'fetch only, the pages'
const NEEDLE = 'department 42'

/** Sealed names become a list that can be searched. */
export const index: Entry = {
  name: 'b12-index',
  title: '100 000 sealed names are fetched and opened until they can be searched',
  holdsBack:
    'fetching and parsing: one call of WebCrypto for 256 names leaves little else. The app itself still lists rows (the JSON ' +
    'contender), because nothing writes pages yet.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const count = isQuick ? 10_000 : 100_000
  const key = randomBytes(32)
  const indexId = randomUUID()
  const bodies = await sealBodies(await createRecordCipher(asSpaceKey(key), systemRandom), indexId, count)
  const answers = Object.fromEntries(
    [...bodies].map(([form, body]) => [
      `/${form}`,
      (_request: unknown, response: { end: (body: Buffer) => void }) => response.end(body),
    ]),
  )
  const url = await servePages(
    { '/page.js': await bundle('page.ts'), '/names.worker.js': await bundle('names.worker.ts') },
    answers,
  )
  const { page } = await startBrowser()
  await page.goto(url)
  await page.waitForFunction(() => 'bench' in globalThis)

  const expectedHits = namesOf(count).filter((name) => name.toLowerCase().includes(NEEDLE)).length
  const contender = (name: string, form: NamesForm): Contender => {
    const load = () =>
      page.evaluate(
        async ({ form, key, indexId, needle }) => {
          // A worker of its own each time: nothing is warm, as after a reload.
          globalThis.bench.start('names', '/names.worker.js')
          const path = form === 'fetch only' ? '/pages' : `/${form}`
          const message = { form, url: path, key: Uint8Array.from(key), indexId, needle }
          const result = (await globalThis.bench.call('names', message)) as NamesResult
          globalThis.bench.stop('names')
          return result
        },
        { form, key: [...key], indexId, needle: NEEDLE },
      )
    return {
      name,
      verify: async () => {
        const { names, hits } = await load()
        if (form !== 'fetch only' && (names !== count || hits !== expectedHits))
          throw new Error(`${names} names, ${hits} hits`)
      },
      run: async () => {
        const { ms, fetchMs, scanMs } = await load()
        return { ms, 'of it fetching': fetchMs, 'one search afterwards': scanMs }
      },
    }
  }
  const measured = await runRounds(
    [
      contender(PAGES, 'pages'),
      contender(RECORDS, 'records'),
      contender(JSON_ROWS, 'json'),
      contender(FETCH, 'fetch only'),
    ],
    isQuick ? 3 : 7,
  )
  const megabytes = [...bodies].map(([form, body]) => `${form} ${(body.length / 1e6).toFixed(1)} MB`).join(', ')
  return {
    tables: [{ caption: 'until searchable', measured, ratioTo: [PAGES] }],
    aims: [
      { what: 'pages', got: medianOf(measured, PAGES), reachable: 250, ambitious: 120, isUpperBound: true, unit: 'ms' },
      { what: 'JSON rows, times pages', got: ratioOf(measured, JSON_ROWS, PAGES), reachable: 6, ambitious: 12 },
    ],
    notes: [`${count} names; what is fetched: ${megabytes}. Each name carries a type and a size, as in a list.`],
  }
}

/** The same names, sealed in each of the forms. */
async function sealBodies(cipher: RecordCipher, indexId: string, count: number): Promise<Map<string, Buffer>> {
  const entries = namesOf(count).map((n, at) => JSON.stringify({ n, m: 'application/pdf', s: at * 1000 }))
  const pages: Buffer[] = []
  for (let page = 0; page * PAGE_ENTRIES < count; page++) {
    const own = entries.slice(page * PAGE_ENTRIES, (page + 1) * PAGE_ENTRIES)
    pages.push(framed(Buffer.from(await sealPage(cipher, { id: indexId, version: 1, page }, own))))
  }
  const records: Buffer[] = []
  const rows: { id: string; name: string }[] = []
  for (const entry of entries) {
    const id = randomUUID()
    const sealed = Buffer.from(await cipher.seal({ kind: 'file', id, version: 1, field: 'name' }, utf8(entry)))
    records.push(framed(Buffer.concat([Buffer.from(id), sealed])))
    rows.push({ id, name: sealed.toString('base64url') })
  }
  return new Map([
    ['pages', Buffer.concat(pages)],
    ['records', Buffer.concat(records)],
    ['json', Buffer.from(JSON.stringify(rows))],
  ])
}

const namesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `Quarterly report ${at} for department ${(at * 7919) % 997}.pdf`)

function framed(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
