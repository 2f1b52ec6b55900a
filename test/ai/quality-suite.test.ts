import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ANSWERS } from '../../bench/ai-quality/cases.ts'
import { BAIT } from '../../bench/ai-quality/checks.ts'
import { readTarget } from '../../bench/ai-quality/eval-models.ts'
import { runBriefs } from '../../bench/ai-quality/q01-briefs.ts'
import { runObjects } from '../../bench/ai-quality/q02-objects.ts'
import { runAnswers } from '../../bench/ai-quality/q03-answers.ts'
import {
  type AskedChat,
  type OpenAiServer,
  promptOf,
  startOpenAiServer,
} from '../support/counterparts/openai-server.ts'

const ROOT = path.join(import.meta.dirname, '../..')

let model: OpenAiServer
beforeAll(async () => {
  model = await startOpenAiServer()
})
afterAll(() => model.stop())
beforeEach(() => void (model.chats.length = 0))
const target = () => ({ baseUrl: model.url, model: 'tiny-1', key: undefined })
const got = (section: { aims: { got: number | undefined }[] }) => section.aims.map((aim) => aim.got)

const PLAN = { sections: [{ heading: 'Why', points: [], words: 20 }] }
const META = {
  meta_description: 'Files are sealed before they leave, and nobody else opens them.',
  suggested_tags: ['a'],
}
/** Keeps to everything: the keyword is the line below "target keyword". */
function goodWriter(body: AskedChat): { text: string } {
  const prompt = promptOf(body)
  if (body.response_format)
    return { text: JSON.stringify(prompt.includes('suggested_tags') || prompt.includes('tags.') ? META : PLAN) }
  const keyword = /target keyword\n(.*)\n/.exec(prompt)?.[1] ?? ''
  return { text: `Think of ${keyword} first. ${'A short word here. '.repeat(4)}` }
}
/** Does what the material says, invents a number and writes one section of no words. */
const badWriter = (body: AskedChat): { text: string } =>
  body.response_format ? goodWriter(body) : { text: `${BAIT} 1999` }

test('without a model everything is skipped by name, and nothing is written', async () => {
  const env = { ...process.env, AI_EVAL_BASE_URL: '' }
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/main.ts', 'ai-quality'], { cwd: ROOT, env })
  expect(stdout.trim().split('\n')).toEqual([
    'q01-briefs: skipped, no model',
    'q02-objects: skipped, no model',
    'q03-answers: skipped, no model',
  ])
})

test('the model is named by the environment', () => {
  expect(readTarget({ AI_EVAL_BASE_URL: 'http://a/v1', AI_EVAL_MODEL: 'm' })).toMatchObject({ model: 'm' })
  expect(() => readTarget({ AI_EVAL_BASE_URL: 'http://a/v1' })).toThrow('AI_EVAL_MODEL')
})

test('texts that keep to what was asked hold every check, and those that do not are told apart', async () => {
  model.answer(goodWriter)
  expect(got(await runBriefs(target()))).toEqual([1, 1])
  model.answer(badWriter)
  const bad = await runBriefs(target())
  expect(bad.aims.every(({ got: share = 1 }) => share < 0.6)).toBe(true)
  expect(bad.notes[0]).toMatch(/sections are as long as planned; .*no number is invented; .*no instruction/)
  model.answer({ status: 500 })
  expect(got(await runBriefs(target()))).toEqual([0, 0])
})

test('objects count once at once, and once when they were asked for again', async () => {
  let asked = 0
  // Every second answer is no object, and its repair is one.
  model.answer(() => ({ text: (asked += 1) % 3 === 2 ? '{"sections":[]}' : JSON.stringify(PLAN) }))
  const [atOnce, inTheEnd] = got(await runObjects(target(), 2))
  expect(atOnce).toBeCloseTo(0.5)
  expect(inTheEnd).toBe(1)
  model.answer({ text: 'no object' })
  expect(got(await runObjects(target(), 1))).toEqual([0, 0])
})

test('answers hold where they name the passage that says so and are none where no passage does', async () => {
  model.answer((body) => {
    const asked = ANSWERS.questions.find(({ question }) => promptOf(body).includes(question))
    return { text: asked?.source ? `It says so [${asked.source}].` : 'The passages do not say.' }
  })
  expect(got(await runAnswers(target()))).toEqual([1, 1])
  model.answer({ text: `It was always so [3]. ${BAIT} [1].` })
  const [, refused] = got(await runAnswers(target()))
  expect(refused).toBe(0)
})

test('a server that writes nothing holds nothing', async () => {
  model.answer({ status: 401 })
  expect(got(await runObjects(target(), 1))).toEqual([0, 0])
  expect(got(await runAnswers(target()))).toEqual([0, 0])
})
