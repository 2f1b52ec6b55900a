import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasTest } from './named-test.ts'

const root = path.resolve(import.meta.dirname, '../..')
const STATES = ['tested', 'partly', 'open', 'operator', 'not_applicable']
/** Chapters of which the third level is mapped as well. */
const WHOLE = ['3', '5', '8', '11', '16']

type Row = { id: string; level: string; state: string; tests: string[]; reason: string }

const rows = readRows(fs.readFileSync(path.join(root, 'docs/asvs.csv'), 'utf8'))

function readRows(csv: string): Row[] {
  const [, ...lines] = csv.trim().split('\n')
  return lines.map((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
      (quoted ?? plain ?? '').replaceAll('""', '"'),
    )
    const [id = '', level = '', state = '', tests = '', reason = ''] = cells
    return { id, level, state, tests: tests === '' ? [] : tests.split(' | '), reason }
  })
}

describe('docs/asvs.csv', () => {
  test('maps every requirement of levels 1 and 2 of ASVS 5.0.0, each once', () => {
    const ofLevel = (level: string) => rows.filter((row) => row.level === level)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    expect([ofLevel('1').length, ofLevel('2').length]).toEqual([70, 183])
    expect(new Set(ofLevel('3').map(({ id }) => id.split('.')[0]))).toEqual(new Set(WHOLE))
  })

  test('every row has one of the states, and what is not simply tested has a reason', () => {
    for (const { id, state, tests, reason } of rows) {
      expect(STATES, id).toContain(state)
      if (state !== 'tested') expect(reason, id).not.toBe('')
      expect(tests.length > 0, `${id}: tests`).toBe(state === 'tested' || state === 'partly')
    }
  })

  test('docs/verification.md says how many are in each state', () => {
    const [, about = ''] = fs.readFileSync(path.join(root, 'docs/verification.md'), 'utf8').split('## By the ASVS\n')
    const count = (state: string) => rows.filter((row) => row.state === state).length
    const [all, tested, partly, open, operator, not] = [rows.length, ...STATES.map(count)]
    expect(about.replaceAll(/\s+/g, ' ')).toContain(
      `of ${all} requirements ${tested} are held by tests, ${partly} in part, ${open} are open (not met, or met without a test), ${operator} are the operator's, and ${not} do not apply`,
    )
  })

  test('every test that is named is there', () => {
    const missing = rows.flatMap(({ id, tests }) =>
      tests.filter((named) => !isThere(named)).map((named) => `${id}: ${named}`),
    )
    expect(missing).toEqual([])
  })
})

function isThere(named: string): boolean {
  const [, file = '', title = ''] = /^(\S+) > (.+)$/.exec(named) ?? []
  return hasTest(file, title)
}
