import { Buffer } from 'node:buffer'
import fs from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { engineFile, isInstalled } from '#server/grammar/engine-files.ts'
import { asPreface } from '#web/lib/remote/grammar-preface.ts'
import { EnglishChecker } from '#web/workers/grammar/check-english.ts'
import type { Harper } from '#web/workers/grammar/harper.ts'

const installed = needs(isInstalled(), 'the engine that checks grammar: npm run studio')
/** The engine reads its dictionary at the first check. */
const FIRST_CHECK_MS = 120_000

describe('harper.js, as a browser gets it', installed, () => {
  let checker: EnglishChecker
  beforeAll(async () => {
    const glue = fs.readFileSync(engineFile('glue') ?? '', 'utf8')
    await import(`data:text/javascript;base64,${Buffer.from(asPreface(glue)).toString('base64')}`)
    const { harper } = globalThis as unknown as { harper: Harper }
    await harper.default({ module_or_path: fs.readFileSync(engineFile('program') ?? '') })
    harper.setup()
    checker = new EnglishChecker(harper, { dialect: 'American', words: [] })
    checker.check('Warm up.')
  }, FIRST_CHECK_MS)

  const found = (text: string) =>
    checker.check(text).map(({ from, to, suggestions }) => [text.slice(from, to), suggestions[0]])

  test('spelling and grammar are found at their places, also after signs of two units', () => {
    const text = 'It is 😀 an test of teh speling. I should of went with zyxwab.'
    expect(found(text)).toEqual([
      ['an', 'a'],
      ['teh', 'the'],
      ['speling', 'spelling'],
      ['should of', 'should have'],
      ['zyxwab', 'byway'],
    ])
    expect(checker.check(text).map(({ isSpelling, isUnknownWord }) => [isSpelling, isUnknownWord])).toEqual([
      [false, false],
      [true, false],
      [true, true],
      [false, false],
      [true, true],
    ])
    expect(checker.check(text)[2]?.message).toBe('Did you mean to spell “speling” this way?')
  })

  test('code, addresses and headings in sentence case are left alone', () => {
    expect(
      found('## How files are shared with people\n\nRun `teh speling` at https://example.org/speling first.'),
    ).toEqual([])
    expect(found('```\nteh speling\n```')).toEqual([])
  })

  test('words of the dictionary are right until they are taken out, in the English that is chosen', () => {
    checker.configure({ dialect: 'British', words: ['zyxwab'] })
    expect(found('The zyxwab has a color.').map(([word]) => word)).toEqual(['color'])
    checker.configure({ dialect: 'American', words: [] })
    expect(found('The zyxwab has a color.').map(([word]) => word)).toEqual(['zyxwab'])
  })

  test('English is told from other languages', () => {
    expect(checker.looksEnglish('Share files with your doctor, and nobody else reads them.')).toBe(true)
    expect(checker.looksEnglish('Teilen Sie Dateien mit Ihrer Ärztin, und niemand liest mit.')).toBe(false)
  })
})
