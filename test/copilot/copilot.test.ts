import { describe, expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { isInstalled } from '#server/embeddings/minilm.ts'
import { ask, stageCopilot, state } from './copilot-stage.ts'

stageCopilot()

describe('without the embeddings', needs(!isInstalled(), 'a server without embeddings'), () => {
  test('nothing calls itself active, and a question is refused with what is missing', async () => {
    expect(await state()).toEqual({ isActive: false, problem: expect.stringContaining('npm run studio') })
    const answer = await ask({ question: 'Where is the search?' })
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'no_embeddings' })
  })
})

test.each([
  ['no question', {}],
  ['an empty one', { question: '   ' }],
  ['one that is too long', { question: 'a'.repeat(401) }],
  ['no text', { question: 5 }],
  ['a field that nobody asked for', { question: 'a', tenant: 'b' }],
])('%s is refused', async (_, body) => {
  expect((await ask(body)).status).toBe(400)
})

test('a stranger is not answered', async () => {
  expect((await ask({ question: 'Where is the search?' }, '')).status).toBe(401)
})
