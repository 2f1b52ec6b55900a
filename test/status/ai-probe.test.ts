import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { createAiProbe } from '#server/ai/ai-probe.ts'
import { Embeddings, embeddingsOf } from '#server/embeddings/embeddings.ts'
import { isInstalled } from '#server/embeddings/minilm.ts'
import { StatusRounds } from '#server/status/status-rounds.ts'
import type { Probe } from '#server/status/probes.ts'
import { type StudioStage, studioStage } from '../support/studio.ts'

let stage: StudioStage
let probe: Probe
beforeAll(async () => {
  stage = await studioStage()
  probe = createAiProbe(stage.server.services)
})
afterAll(() => stage.stop())
beforeEach(async () => {
  stage.model.key = undefined
  await stage.server.database.owner('delete from studio.connections')
})

const connect = async (more: object = {}, person = stage.manager) =>
  stage.ask(person, 'POST', '/ai/v1/connections', {
    name: 'Test',
    preset: 'openai-compatible',
    address: stage.model.url,
    ...more,
  })

test('an installation without a model server is not set up, unless embeddings are installed', async () => {
  expect(await probe()).toBe(isInstalled() ? 'fine' : 'not set up')
})

test(
  'embeddings that answered within the hour are not woken for it',
  needs(isInstalled(), 'the embeddings: npm run studio'),
  async () => {
    await embeddingsOf(stage.server.database).embed(['asked by somebody'])
    const embed = vi.spyOn(Embeddings.prototype, 'embed')
    onTestFinished(() => embed.mockRestore())
    expect(await probe()).toBe('fine')
    expect(embed).not.toHaveBeenCalled()
  },
)

test('a model server of the operator that answers is fine; one that refuses is none, and one that answers makes up for it', async () => {
  await connect()
  expect(await probe()).toBe('fine')
  stage.model.key = 'sk-test-0123456789abcd'
  if (isInstalled()) expect(await probe()).toBe('impaired')
  else await expect(probe()).rejects.toThrow('neither embeddings nor a model server answer')
  await connect({ name: 'With its key', key: 'sk-test-0123456789abcd' })
  expect(await probe()).toBe('fine')
})

test('a model server of another organisation is theirs, and is not asked', async () => {
  expect((await connect({}, stage.stranger)).status).toBe(201)
  expect(await probe()).toBe(isInstalled() ? 'fine' : 'not set up')
})

test('a service is set up from the round on that finds it, and no longer when there is nothing to ask', async () => {
  let found: Awaited<ReturnType<Probe>> = 'not set up'
  const { database } = stage.server
  const rounds = new StatusRounds({ database, probes: { ai: async () => found }, log: { warn: () => undefined } })
  const setUp = async (minute: number) => {
    await rounds.round(new Date(Date.now() + minute * 60_000))
    return [rounds.setUp, rounds.recent.filter(({ service }) => service === 'ai').length]
  }
  await rounds.warmUp()
  expect(rounds.setUp).toEqual([])
  expect(await setUp(1)).toEqual([[], 0])
  found = 'impaired'
  expect(await setUp(2)).toEqual([['ai'], 1])
  found = 'not set up'
  expect((await setUp(3))[0]).toEqual([])
  await rounds.stop()
})
