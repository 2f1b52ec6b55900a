import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CopilotAnswer } from '#contract/copilot/copilot.ts'
import { needs } from '#crypto/testing/needs.ts'
import { isInstalled } from '#server/embeddings/minilm.ts'
import { signedInPerson } from '../support/people/people.ts'
import { startServer } from '../support/server/test-server.ts'
import { ask, server, stageCopilot, state } from './copilot-stage.ts'

stageCopilot()

describe('with the embeddings', needs(isInstalled(), 'the embeddings: npm run studio'), () => {
  test('a question is answered by the guide whose meaning is nearest, with its address', async () => {
    await expect.poll(state, { timeout: 80_000, interval: 500 }).toEqual({ isActive: true, problem: null })
    const answer = await ask({ question: 'My phone with the authenticator is gone' })
    expect(answer.status).toBe(200)
    const { passages } = (await answer.json()) as CopilotAnswer
    expect(passages).toHaveLength(5)
    expect(passages[0]?.address).toMatch(/#(lost-phone|if-the-phone-is-lost)$/)
    expect(passages[0]?.text.length).toBeGreaterThan(50)
    expect(passages[0]?.likeness).toBeGreaterThan(0.4)
    expect(new Set(passages.map(({ address }) => address)).size).toBe(5)
  })

  test('a question about something else gets no passages', async () => {
    expect(await (await ask({ question: 'How do I bake sourdough bread?' })).json()).toEqual({ passages: [] })
  })

  test('what was computed is kept, and read by the next server', async () => {
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
