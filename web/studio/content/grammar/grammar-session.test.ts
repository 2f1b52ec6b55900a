import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Finding, GrammarEngine, Setting } from '#web/lib/remote/vault-client.ts'
import { type Checked, GrammarSession, NOTHING_CHECKED } from './grammar-session.ts'

const AMERICAN: Setting = { dialect: 'American', words: [] }
const wrongWords = (text: string): Finding[] =>
  [...text.matchAll(/\b(?:teh|zyx)\b/g)].map(({ index, 0: problem }) => ({
    from: index,
    to: index + problem.length,
    isSpelling: true,
    isUnknownWord: problem === 'zyx',
    kind: 'Spelling',
    message: 'Wrong',
    problem,
    suggestions: [],
  }))

/** An engine that answers when the test says so, and what it was asked. */
function heldEngine() {
  const asked: string[] = []
  const held: (() => void)[] = []
  const engine = {
    configure: vi.fn(async () => undefined),
    looksEnglish: vi.fn(async (text: string) => !text.includes('Deutsch')),
    check: vi.fn(async (text: string) => {
      asked.push(text)
      await new Promise<void>((resolve) => held.push(resolve))
      return wrongWords(text)
    }),
    stop: vi.fn(),
  } satisfies GrammarEngine
  const answer = async () => {
    held.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { engine, asked, answer }
}

function begin() {
  const { engine, asked, answer } = heldEngine()
  let checked: Checked = NOTHING_CHECKED
  const session = new GrammarSession(engine, AMERICAN, (now) => (checked = now))
  const rest = () => vi.advanceTimersByTimeAsync(400)
  const marked = () => checked.findings.map(({ from, to }) => `${checked.text.slice(from, to)}@${from}`)
  return { engine, asked, answer, session, rest, marked, checked: () => checked }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the engine is asked once a person rests, and only about paragraphs that changed', async () => {
  const { session, asked, answer, rest, marked, checked } = begin()
  session.setText('One teh.')
  session.setText('One teh.\n\nTwo.')
  expect(asked).toEqual([])
  await rest()
  await answer()
  await answer()
  expect(asked).toEqual(['One teh.', 'Two.'])
  expect(marked()).toEqual(['teh@4'])
  expect(checked().isChecking).toBe(false)
  session.setText('Before.\n\nOne teh.\n\nTwo zyx.')
  expect(marked()).toEqual(['teh@13'])
  await rest()
  await answer()
  await answer()
  expect(asked.slice(2)).toEqual(['Before.', 'Two zyx.'])
  expect(marked()).toEqual(['teh@13', 'zyx@23'])
})

test('an answer that comes late is shown where its words are by then, or nowhere', async () => {
  const { session, answer, rest, marked } = begin()
  session.setText('One teh.\n\nTwo teh.')
  await rest()
  session.setText('Typed meanwhile.\n\nOne teh.\n\nTwo.')
  await answer()
  expect(marked()).toEqual(['teh@22'])
  session.setText('All of it is another text.')
  expect(marked()).toEqual([])
  await rest()
  await answer()
  expect(marked()).toEqual([])
})

test('what was asked is not asked any further once the text has changed', async () => {
  const { session, asked, answer, rest } = begin()
  session.setText('One.\n\nTwo.\n\nThree.')
  await rest()
  session.setText('Four.')
  await answer()
  expect(asked).toEqual(['One.'])
  await rest()
  expect(asked).toEqual(['One.', 'Four.'])
})

test('a finding that is ignored stays ignored at its place only, also after typing elsewhere', async () => {
  const { session, answer, rest, marked, checked } = begin()
  session.setText('First there is teh one that counts.\n\nThen there is teh one that is meant so.')
  await rest()
  await answer()
  await answer()
  expect(marked()).toEqual(['teh@15', 'teh@51'])
  session.ignore(checked().findings[1]?.id ?? '')
  expect(marked()).toEqual(['teh@15'])
  session.setText(`Begin. ${checked().text}`)
  await rest()
  await answer()
  expect(marked()).toEqual(['teh@22'])
})

test('a finding keeps its name while somebody types next to it, and stays ignored', async () => {
  const { session, answer, rest, marked, checked } = begin()
  session.setText('A teh and a zyx.')
  await rest()
  await answer()
  const [teh, zyx] = checked().findings
  session.ignore(teh?.id ?? '')
  session.setText('A teh, and a zyx.')
  expect(checked().findings).toEqual([{ ...zyx, from: 13, to: 16 }])
  await rest()
  await answer()
  expect(marked()).toEqual(['zyx@13'])
  expect(checked().findings[0]?.id).toBe(zyx?.id)
})

test('the same words in the same place of two paragraphs are two findings', async () => {
  const { session, answer, rest, checked } = begin()
  session.setText('teh\n\nteh\n\nteh')
  await rest()
  await answer()
  const ids = checked().findings.map(({ id }) => id)
  expect(ids).toHaveLength(3)
  expect(new Set(ids).size).toBe(3)
})

test('a word of the dictionary is right at once, and everything is asked again', async () => {
  const { session, engine, asked, answer, rest, marked } = begin()
  session.setText('A zyx and teh.')
  await rest()
  await answer()
  expect(marked()).toEqual(['zyx@2', 'teh@10'])
  const setting = { dialect: 'British', words: ['zyx'] } as const
  void session.configure(setting)
  expect(marked()).toEqual(['teh@10'])
  await rest()
  expect(engine.configure).toHaveBeenCalledExactlyOnceWith(setting)
  expect(asked).toHaveLength(2)
  await session.configure(setting)
  expect(engine.configure).toHaveBeenCalledTimes(1)
})

test('an answer under an earlier setting is worthless', async () => {
  const { session, asked, answer, rest, marked } = begin()
  session.setText('A teh.')
  await rest()
  void session.configure({ dialect: 'British', words: [] })
  await answer()
  expect(marked()).toEqual([])
  await rest()
  await answer()
  expect(asked).toEqual(['A teh.', 'A teh.'])
  expect(marked()).toEqual(['teh@2'])
})

const FOREIGN = 'Ein Text auf Deutsch mit mehr als acht langen teh Wörtern.'

test('a text that does not look English is not checked, until somebody says so', async () => {
  const { session, asked, answer, rest, marked, checked } = begin()
  session.setText(FOREIGN)
  await rest()
  expect(checked()).toMatchObject({ isForeign: true, isChecking: false, findings: [] })
  expect(asked).toEqual([])
  session.takeAny()
  await rest()
  await answer()
  expect(checked().isForeign).toBe(false)
  expect(marked()).toEqual(['teh@46'])
})

test('few words, and headings and quotations, say nothing of the language', async () => {
  const { session, engine, asked, rest } = begin()
  session.setText(`# ${FOREIGN}\n\n> ${FOREIGN}\n\nShort.`)
  await rest()
  expect(engine.looksEnglish).not.toHaveBeenCalled()
  expect(asked).toHaveLength(1)
})

test('an engine that fails says so and is asked no more', async () => {
  const { session, engine, rest, checked } = begin()
  engine.check.mockRejectedValueOnce(new Error('unreachable'))
  session.setText('One.')
  await rest()
  expect(checked()).toMatchObject({ hasFailed: true, isChecking: false })
  session.setText('Two.')
  await rest()
  expect(engine.check).toHaveBeenCalledTimes(1)
})

test('nothing is said after the end, and the engine ends with it', async () => {
  const { session, engine, answer, rest, checked } = begin()
  session.setText('One teh.')
  await rest()
  session.stop()
  await answer()
  expect(engine.stop).toHaveBeenCalledOnce()
  expect(checked().findings).toEqual([])
})
