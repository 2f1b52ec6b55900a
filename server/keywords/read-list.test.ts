import { describe, expect, test } from 'vitest'
import { KEYWORD_LIMITS } from '#contract/keywords/keywords.ts'
import { keywordCsv } from './keyword-csv.ts'
import { readFigure } from './read-figure.ts'
import { type ReadList, readList } from './read-list.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const read = (text: string): ReadList => {
  const list = readList(bytes(text))
  if ('problem' in list) throw new Error(list.problem)
  return list
}
const utf16 = (text: string, isLittle: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(2 * text.length))
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), isLittle)
  return new Uint8Array(view.buffer)
}

describe('a list is read as its program wrote it', () => {
  test('Search Console', () => {
    const list = read('Top queries,Clicks,Impressions,CTR,Position\r\ncrm software,"1,204",30111,4%,3.4\r\n')
    expect(list).toMatchObject({ source: 'search_console', encoding: 'utf-8', separator: ',', leftOut: ['CTR'] })
    expect(list.entries).toEqual([
      {
        keyword: 'crm software',
        source: 'search_console',
        volume: null,
        cpcMicros: null,
        kd: null,
        clicks: 1204,
        impressions: 30_111,
        position: 3.4,
      },
    ])
  })

  test('Keyword Planner, in UTF-16 with two lines above', () => {
    const text =
      '\ufeffKeyword Stats 2026-11-01 at 10_00\r\n"1 Nov – 30 Nov"\r\nKeyword\tCurrency\tAvg. monthly searches\r\nküche planen\tEUR\t1900\r\nbad\tEUR\t1K – 10K\r\n'
    for (const isLittle of [true, false]) {
      const list = readList(utf16(text, isLittle))
      expect(list).toMatchObject({
        source: 'keyword_planner',
        encoding: isLittle ? 'utf-16le' : 'utf-16be',
        separator: '\t',
        problems: [],
      })
      expect('entries' in list && list.entries.map(({ keyword, volume }) => [keyword, volume])).toEqual([
        ['küche planen', 1900],
        ['bad', null],
      ])
    }
  })

  test('Semrush and Ahrefs', () => {
    const semrush = read(
      'Keyword;Intent;Volume;Keyword Difficulty;CPC (USD);Competitive Density\ncrm;Commercial;90500;88;12,35;0.4',
    )
    expect(semrush).toMatchObject({ source: 'semrush', separator: ';', leftOut: ['Intent', 'Competitive Density'] })
    expect(semrush.entries[0]).toMatchObject({ volume: 90_500, kd: 88, cpcMicros: 12_350_000 })
    const ahrefs = read('#,Keyword,Country,Difficulty,Volume,CPC,CPS,Parent Keyword\n1,crm tool,us,71,1300,9.5,1.1,crm')
    expect(ahrefs).toMatchObject({ source: 'ahrefs' })
    expect(ahrefs.entries[0]).toMatchObject({ keyword: 'crm tool', kd: 71, volume: 1300, cpcMicros: 9_500_000 })
  })

  test('German headings in the encoding of a spreadsheet', () => {
    const text = 'Häufigste Suchanfragen;Klicks;Impressionen\nkühlschrank;12;1.300\n'
    const list = readList(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))
    expect(list).toMatchObject({ encoding: 'windows-1252', source: 'search_console' })
    expect('entries' in list && list.entries[0]).toMatchObject({ keyword: 'kühlschrank', impressions: 1300 })
  })

  test('one keyword in each line, without headings', () => {
    const list = read('\ncrm software\n\nlead scoring\n')
    expect(list).toMatchObject({ source: 'list', separator: null })
    expect(list.entries.map(({ keyword }) => keyword)).toEqual(['crm software', 'lead scoring'])
  })
})

test('what is wrong is said with its line', () => {
  const list = read(
    `keyword,volume,kd\ncrm,10,5\nCRM,20,5\n,30,5\n${'x'.repeat(201)},40,5\nerp,many,5\nhr software,-,300\n`,
  )
  expect(list.problems).toEqual([
    { line: 3, problem: 'twice' },
    { line: 4, problem: 'empty' },
    { line: 5, problem: 'too_long' },
    { line: 6, problem: 'not_a_number', column: 'volume' },
    { line: 7, problem: 'not_a_number', column: 'kd' },
  ])
  expect(list.entries.map(({ keyword, volume, kd }) => [keyword, volume, kd])).toEqual([
    ['crm', 10, 5],
    ['erp', null, 5],
    ['hr software', null, null],
  ])
})

test.each([
  ['', 'empty'],
  [' \n\n', 'empty'],
  ['keyword,volume\n', 'empty'],
  ['name,email\nA,b@example.test\n', 'no_keyword_column'],
  ['PK\u0003\u0004\u0000\u0000binary', 'not_text'],
  [`keyword${',a'.repeat(60)}\nx`, 'too_many_columns'],
  [`keyword\n${'a\n'.repeat(KEYWORD_LIMITS.keywords + 1)}`, 'too_many_keywords'],
] as const)('%.40j is not read: %s', (text, problem) => {
  expect(readList(bytes(text))).toEqual({ problem })
})

test('a file that is too large is not looked at', () => {
  expect(readList(new Uint8Array(KEYWORD_LIMITS.importBytes + 1))).toEqual({ problem: 'too_large' })
})

test.each([
  ['quotes', '"'.repeat(4_500_000), 'empty'],
  ['cells', '"a","'.repeat(900_000), 'too_many_columns'],
])('a file of nothing but %s is read in the time of any other', (_name, text, problem) => {
  const timeOf = (list: string) => {
    const file = bytes(list)
    const started = performance.now()
    const read = readList(file)
    return { read, tookMs: performance.now() - started }
  }
  const usual = timeOf(`keyword,volume\n${`crm ${'x'.repeat(496)},12\n`.repeat(9_000)}`)
  const odd = timeOf(`keyword,volume\n${text}`)
  expect(odd.read).toEqual({ problem })
  // Both are of 4.5 MB. It takes four times as long at most; it took forty times as long, and by the square of its length it would never end.
  expect(odd.tookMs).toBeLessThan(30 * usual.tookMs)
})

test.each([
  ['1,300', 'volume', 1300],
  ['1.300', 'volume', 1300],
  ['1 300', 'volume', 1300],
  ['12.5', 'volume', 13],
  ['12,35', 'cpcMicros', 12_350_000],
  ['$3.10', 'cpcMicros', 3_100_000],
  ['4,4', 'position', 4.4],
  ['', 'kd', null],
  ['n/a', 'kd', null],
  ['10 – 100', 'volume', null],
  ['<10', 'volume', null],
  ['101', 'kd', undefined],
  ['1e9', 'volume', undefined],
  ['-5', 'volume', undefined],
  ['=1+1', 'volume', undefined],
] as const)('the figure %j of %s is %s', (cell, column, figure) => {
  expect(readFigure(cell, column)).toBe(figure)
})

test('an exported keyword is no formula', () => {
  const entry = {
    keyword: '=cmd()',
    source: 'list',
    cluster_id: null,
    volume: null,
    cpc_micros: 1_500_000,
    kd: 3,
    clicks: null,
    impressions: null,
    position: null,
  } as const
  expect(keywordCsv([entry], new Map()).split('\r\n')[1]).toBe("'=cmd(),list,,,,,,,1.50,3,,,")
})
