import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CopilotAnswer } from '#contract/copilot/copilot.ts'
import { needs } from '#crypto/testing/needs.ts'
import { isInstalled } from '#server/embeddings/minilm.ts'
import { promptOf } from '../support/counterparts/openai-server.ts'
import { signedInPerson } from '../support/people/people.ts'
import { startServer } from '../support/server/test-server.ts'
import { type StudioStage, studioStage } from '../support/studio.ts'

let stage: StudioStage
/** All texts of the product are read once: seconds on a quiet machine. */
const READING_MS = 300_000

beforeAll(async () => {
  stage = await studioStage()
  if (!isInstalled()) return
  const times = { timeout: READING_MS, interval: 500 }
  await vi.waitFor(async () => expect(await state()).toEqual({ isActive: true, problem: null }), times)
  // Vectors are kept once all of them are there.
  const folder = path.join(stage.server.config.dataDir, 'copilot')
  await vi.waitFor(() => expect(fs.readdirSync(folder)).toHaveLength(1), times)
}, READING_MS + 30_000)
afterAll(() => stage.stop())

const state = async () => (await stage.ask(stage.member, 'GET', '/copilot/v1/state')).body
async function ask(question: string): Promise<CopilotAnswer> {
  const { status, body } = await stage.ask(stage.manager, 'POST', '/copilot/v1/questions', { question })
  expect(status).toBe(200)
  return body as CopilotAnswer
}

describe('with the embeddings', needs(isInstalled(), 'the embeddings: npm run studio'), () => {
  test('a question is answered by the guide whose meaning is nearest, with its address', async () => {
    const { passages, writer } = await ask('My phone with the authenticator is gone')
    expect(passages).toHaveLength(5)
    expect(passages[0]?.address).toMatch(/#(lost-phone|if-the-phone-is-lost)$/)
    expect(passages[0]?.text.length).toBeGreaterThan(50)
    expect(passages[0]?.likeness).toBeGreaterThan(0.4)
    expect(new Set(passages.map(({ address }) => address)).size).toBe(5)
    expect(writer).toBeNull()
  })

  test('a setting is found by what it means, whatever it is called', async () => {
    const { places } = await ask('force everyone to log in with 2FA')
    expect(places[0]).toMatchObject({ address: '/admin/security?view=policies', permission: 'manage_security' })
  })

  test('a question about something else gets nothing, and no model is asked for it', async () => {
    await stage.connect()
    const question = 'How do I bake sourdough bread?'
    expect(await ask(question)).toEqual({ passages: [], places: [], writer: null })
    expect(await stage.ask(stage.manager, 'POST', '/copilot/v1/answers', { question })).toMatchObject({
      status: 422,
      body: { code: 'no_passages' },
    })
    expect(stage.model.chats).toEqual([])
  })

  test('a model writes from the passages that the server found, and the page hears it as it comes', async () => {
    await stage.connect()
    stage.model.answer({ text: 'Use a recovery code [1]. I know better.' })
    const question = 'My phone with the authenticator is gone'
    const { passages, writer } = await ask(question)
    expect(writer).toMatchObject({ model: 'tiny-1' })
    const { headers, text } = await stage.ask(stage.manager, 'POST', '/copilot/v1/answers', { question })
    expect(headers.get('content-type')).toBe('text/event-stream')
    const news = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data) as unknown)
    expect(news).toEqual([
      { kind: 'passages', passages },
      { kind: 'sentence', text: 'Use a recovery code.', sources: [1] },
      { kind: 'done', left_out: 1 },
    ])
    const prompt = promptOf(stage.model.chats[0]!.body)
    for (const { text: words } of passages) expect(prompt).toContain(words.slice(0, 20))
  })

  test('what was computed is kept, and read by the next server', async () => {
    const { server } = stage
    const folder = path.join(server.config.dataDir, 'copilot')
    const files = () => fs.readdirSync(folder).map((name) => [name, fs.statSync(path.join(folder, name)).mtimeMs])
    const kept = files()
    expect(kept).toHaveLength(1)
    const other = await startServer({ DATA_DIR: server.config.dataDir })
    const person = (await signedInPerson(other)).session.access_token
    const answer = await other.fetch('/copilot/v1/questions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${person}` },
      body: JSON.stringify({ question: 'Turn on two-factor authentication' }),
    })
    const { passages } = (await answer.json()) as CopilotAnswer
    expect(passages[0]?.address).toMatch(/two-step|authenticator-app/)
    expect(files()).toEqual(kept)
    await other.stop()
  })
})
