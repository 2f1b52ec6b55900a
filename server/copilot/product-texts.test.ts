import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
