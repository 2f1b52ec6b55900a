import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromUtf8, utf8 } from '#crypto/encoding.ts'
import { systemRandom } from '#crypto/primitives/random.ts'
import { GROUPS, isOpeningOf, openingsOf, type PublicEvent, readEntry, saltsOf, writeEntry } from './entry.ts'

const event: PublicEvent = {
  id: '6f1c1a52-9a8e-4d5d-8c1e-2f6f0a7c9b10',
  at: 1_790_000_000_000,
  category: 'data_access',
  type: 'file.downloaded',
  status: 'success',
  risk: 'low',
}
const groups = { who: { email: 'ada@example.test' }, where: { ip: '192.0.2.7' }, what: { file: 'x', size: 3 } }
const key = systemRandom(32)
const freshSalts = () => saltsOf(key, crypto.randomUUID())
const malformed = expect.objectContaining({ code: 'malformed' })

describe('an entry', () => {
  test('says what happened, and who, where and what only to those who are shown it', () => {
    const openings = openingsOf(groups, freshSalts())
    const bytes = writeEntry(event, openings)
    expect(fromUtf8(bytes)).not.toContain('ada')
    const { commitments, ...rest } = readEntry(bytes)
    expect(rest).toEqual(event)
    expect(Object.keys(commitments)).toEqual([...GROUPS])
    for (const group of GROUPS) {
      const opening = openings[group]
      expect(isOpeningOf(readEntry(bytes), group, opening)).toBe(true)
      expect(isOpeningOf(readEntry(bytes), group, { ...opening, text: `${opening.text} ` })).toBe(false)
      expect(isOpeningOf(readEntry(bytes), group, { ...opening, salt: systemRandom(32) as typeof opening.salt })).toBe(
        false,
      )
    }
    expect(isOpeningOf(readEntry(bytes), 'who', openings.where), 'another group').toBe(false)
  })

  test('of the same person does not look the same twice', () => {
    const [a, b] = [1, 2].map(() => readEntry(writeEntry(event, openingsOf(groups, freshSalts()))))
    expect(a?.commitments.who).not.toEqual(b?.commitments.who)
  })

  test('has one text', () => {
    const text = fromUtf8(writeEntry(event, openingsOf(groups, freshSalts())))
    for (const other of [
      ` ${text}`,
      text.replace('"v":1', '"v":2'),
      text.replace('{', '{"a":1,'),
      text.replace('"st":"success"', '"st":"two words"'),
      text.replace('"st":"success",', ''),
      text.replace('"t":1790000000000', '"t":-1'),
      text.replace('"t":1790000000000', '"t":"1790000000000"'),
      text.replace(event.id, 'x'),
      text.replace(/"c":\["[^"]{4}/, '"c":["'),
      text.replace(/"c":\["[^"]*",/, '"c":['),
      'null',
      '[]',
      '',
    ]) {
      expect(other).not.toBe(text)
      expect(() => readEntry(utf8(other)), other).toThrow(malformed)
    }
  })

  test('larger than its length can say is refused', () => {
    const openings = openingsOf(groups, freshSalts())
    expect(() => writeEntry({ ...event, type: 'x'.repeat(65_536) }, openings)).toThrow(malformed)
    expect(() => writeEntry({ ...event, type: 'has a space' }, openings)).toThrow(malformed)
    expect(() => writeEntry({ ...event, id: 'x' }, openings)).toThrow(malformed)
  })

  test('is never read out of other bytes by an error of another kind', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json().map(utf8)), (bytes) => {
        expect(() => readEntry(bytes)).toThrow(malformed)
      }),
    )
  })
})
