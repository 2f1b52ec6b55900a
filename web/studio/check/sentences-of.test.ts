import { expect, test } from 'vitest'
import { sentencesOf } from './sentences-of.ts'

const FACTS = { model: 'tiny-1', at: '2026-11-30T09:00:00Z', editor: 'e', promptSha256: 'p', version: 2 }
const found = (isSigned: boolean, isSameText: boolean, facts: object | undefined = {}) =>
  sentencesOf({ isSigned, isSameText, facts: facts && { ...FACTS, ...facts } })

test('each outcome has its sentence, and only what is signed is repeated', () => {
  expect(sentencesOf('unreadable')).toMatchObject({ tone: 'error', facts: [] })
  expect(found(false, true)).toMatchObject({
    tone: 'error',
    sentence: expect.stringContaining('not signed') as string,
    facts: [],
  })
  expect(found(true, false)).toMatchObject({
    tone: 'attention',
    sentence: expect.stringContaining('changed') as string,
  })
  const same = found(true, true)
  expect(same).toMatchObject({ tone: 'done', sentence: expect.stringContaining('unchanged') as string })
  expect(same.facts[0]).toEqual(['Model', 'tiny-1'])
  expect(same.facts.map(([name]) => name)).toEqual([
    'Model',
    'Signed',
    'Had it written (account)',
    'SHA-256 of the request',
  ])
})

test('a passage that was rewritten, and a text that was continued, say what people wrote', () => {
  expect(found(true, true, { rewrites: { version: 1 } }).sentence).toContain('rewrote a passage of version 1')
  expect(found(true, true, { continues: { version: 3 } }).sentence).toContain('continued version 3')
})
