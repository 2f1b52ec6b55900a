import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DIMENSIONS } from '../embeddings/minilm.ts'
import { ProductTexts } from './product-texts.ts'

let folder: string
beforeAll(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'copilot-'))))
afterAll(() => fs.rmSync(folder, { recursive: true }))

test.each([
  ['missing', undefined],
  ['malformed', '{"passages": ['],
  ['nothing', 'null'],
  ['of the version before', '{"passages": [{"title": "Keys"}]}'],
])('texts that are %s are a problem that says what to do, logged once', async (name, content) => {
  const file = path.join(folder, `${name}.json`)
  if (content !== undefined) fs.writeFileSync(file, content)
  const logged: string[] = []
  const embeddings = { embed: () => Promise.reject(new Error('nothing is embedded')) }
  const log = { error: (_: object, message: string) => void logged.push(message) }
  const texts = new ProductTexts({ embeddings, dataDir: folder, log, file })
  for (let times = 0; times < 2; times += 1) {
    expect(texts.prepare()).toMatchObject({ isActive: false, problem: expect.stringContaining('npm run build') })
    await expect(texts.find('Where?')).rejects.toThrow('npm run build')
  }
  expect(logged).toHaveLength(1)
})

test('every place that is near is told: which of them a person may see is decided afterwards', async () => {
  const file = path.join(folder, 'places.json')
  const rights = { permission: null, role: null, isOfOperator: false, opensAdmin: false }
  const places = Array.from({ length: 12 }, (_, at) => ({
    address: `/${at}`,
    title: `Page ${at}`,
    says: [],
    ...rights,
  }))
  const passages = [{ address: '/a', title: 'Keys', heading: '', text: 'Files are sealed.' }]
  fs.writeFileSync(file, JSON.stringify({ passages, places }))
  const same = Float32Array.from({ length: DIMENSIONS }, (_, at) => (at === 0 ? 1 : 0))
  const embeddings = { embed: async (all: readonly string[]) => all.map(() => same) }
  const texts = new ProductTexts({ embeddings, dataDir: folder, log: { error: () => undefined }, file })
  expect((await texts.find('Where?')).places).toHaveLength(12)
})

const rights = { permission: null, role: null, isOfOperator: false, opensAdmin: false }
/** The meaning of a text is its first letter, so that "trash" is like "take back". */
const vectorOf = (text: string) =>
  Float32Array.from({ length: DIMENSIONS }, (_, at) => (at === text.toLowerCase().codePointAt(0)! % 26 ? 1 : 0))

test('a question is answered from what shares words with it while the rest is still being read', async () => {
  const file = path.join(folder, 'many.json')
  const passages = Array.from({ length: 60 }, (_, at) => ({
    address: `/${at}`,
    title: `Page ${at}`,
    heading: '',
    text: `A text about subject${at}.`,
  }))
  passages.push({ address: '/trash', title: 'Trash', heading: '', text: 'Trash has what was deleted.' })
  fs.writeFileSync(file, JSON.stringify({ passages, places: [{ address: '/t', title: 'Trash', says: [], ...rights }] }))
  const rest = Promise.withResolvers<void>()
  const asked: number[] = []
  const embeddings = {
    embed: async (all: readonly string[], { priority = 0 }: { priority?: number | undefined } = {}) => {
      if (priority === 0) asked.push(all.length)
      else if (all.some((text) => text.length > 20)) await rest.promise
      return all.map(vectorOf)
    },
  }
  const dataDir = fs.mkdtempSync(path.join(folder, 'data-'))
  const texts = new ProductTexts({ embeddings, dataDir, log: { error: () => undefined }, file })
  expect(texts.prepare()).toEqual({ isActive: false, problem: null })
  await vi.waitFor(() => expect(texts.prepare()).toEqual({ isActive: true, problem: null }))
  expect((await texts.find('The deleted files')).passages[0]?.address).toBe('/trash')
  expect(fs.readdirSync(dataDir)).toEqual([])
  expect(Math.max(...asked)).toBeLessThan(60)

  let isAnswered = false
  const nothing = texts.find('Zebras').then((found) => {
    isAnswered = true
    return found
  })
  const left = new AbortController()
  const leaving = texts.find('Yaks', left.signal)
  left.abort(new Error('the reader left'))
  await expect(leaving).rejects.toThrow('the reader left')
  expect(isAnswered).toBe(false)
  rest.resolve()
  expect((await nothing).passages).toEqual([])
  expect(fs.readdirSync(path.join(dataDir, 'copilot'))).toHaveLength(1)
  expect((await texts.find('Take it back')).passages[0]?.address).toBe('/trash')
})

test('the state follows the engine: what is kept from before is no answer, and neither is a reader who left a failure', async () => {
  const file = path.join(folder, 'state.json')
  const passages = [{ address: '/a', title: 'Keys', heading: '', text: 'Files are sealed.' }]
  const places = [{ address: '/p', title: 'Page', says: [], ...rights }]
  fs.writeFileSync(file, JSON.stringify({ passages, places }))
  const dataDir = fs.mkdtempSync(path.join(folder, 'state-'))
  let isBroken = false
  const embeddings = {
    embed: async (all: readonly string[], { signal }: { signal?: AbortSignal | undefined } = {}) => {
      signal?.throwIfAborted()
      if (isBroken) throw new Error('the thread ended')
      return all.map(vectorOf)
    },
  }
  const make = () => new ProductTexts({ embeddings, dataDir, log: { error: () => undefined }, file })
  const active = (texts: ProductTexts) => vi.waitFor(() => expect(texts.prepare().isActive).toBe(true))
  const texts = make()
  await active(texts)
  await expect(texts.find('Keys?', AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
  expect(texts.prepare().isActive).toBe(true)
  isBroken = true
  await expect(texts.find('Keys?')).rejects.toThrow('the thread ended')
  expect(texts.prepare()).toEqual({ isActive: false, problem: null })
  // Its vectors are in the folder.
  const next = make()
  next.prepare()
  await new Promise(setImmediate)
  expect(next.prepare().isActive).toBe(false)
  isBroken = false
  await active(texts)
  await active(next)
})
