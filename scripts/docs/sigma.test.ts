import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DETECTORS } from '#contract/threats.ts'
import { readSigmaRules } from '../../test/support/sigma/rules.ts'

const DOCUMENT = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/sigma.md'), 'utf8')

test('docs/sigma.md names the rules of each detector by their ids, which are never used twice', () => {
  const listed = [...DOCUMENT.matchAll(/^\| (D\d+) \| \[`(\w+)`\]\(.*?\) \| ([\w, ]+) \| .* \| (`.*`) \|$/gm)].map(
    ([, code, name, kind, ids]) => ({ code, name, kind, ids: ids?.replaceAll('`', '').split(' ') }),
  )
  const rules = readSigmaRules()
  const there = Object.entries(DETECTORS).map(([name, { code }]) => {
    const own = rules.get(name) ?? []
    const kind = own.filter(({ level }) => level !== 'informational').length > 1 ? 'event, log' : 'event'
    return { code, name, kind, ids: own.map(({ id }) => id) }
  })
  expect(listed).toEqual(there)
  const ids = there.flatMap((one) => one.ids)
  expect(new Set(ids).size).toBe(ids.length)
})
