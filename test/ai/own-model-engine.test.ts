import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { needs } from '#crypto/testing/needs.ts'
import { isLlamaInstalled } from '#server/ai/own-models/llama.ts'
import { ownModelsOf } from '#server/ai/own-models/own-models.ts'
import { createTextModels } from '#server/ai/create-text-models.ts'
import { ModelError } from '#server/ai/model-error.ts'
import type { TextModels } from '#server/ai/text-models.ts'
import type { Caller } from '#server/db/database.ts'
import { SETTINGS, type StudioStage, studioStage } from '../support/studio.ts'
import { ourWords, tinyGguf } from '../support/tiny-gguf.ts'

const tiny = tinyGguf(ourWords())
let stage: StudioStage
let models: TextModels
let caller: Caller
beforeAll(async () => {
  stage = await studioStage()
  const { server, manager } = stage
  models = createTextModels(server)
  const [, claims = ''] = manager.session.access_token.split('.')
  caller = {
    role: 'authenticated',
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Caller['claims'],
  }
})
afterAll(() => stage.stop())
beforeEach(async () => {
  await stage.server.database.owner('delete from studio.ai_requests')
})

const engine = () => ownModelsOf(stage.server.database, stage.server.config).engine
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** Uploads a file by the routes, and chooses it where it becomes a model. @returns its connection */
async function choose(bytes: Buffer, settings: object = {}): Promise<string> {
  await stage.server.database.owner('delete from studio.settings')
  const begun = await stage.ask(stage.manager, 'POST', '/ai/v1/own-models', { name: 'Tiny', bytes: bytes.length })
  const id = String(begun.body['id'])
  await stage.server.fetch(`/ai/v1/own-models/${id}/pieces?offset=0`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${stage.manager.session.access_token}`,
      'content-type': 'application/octet-stream',
    },
    body: new Blob([new Uint8Array(bytes)]),
  })
  expect((await stage.ask(stage.manager, 'POST', `/ai/v1/own-models/${id}/end`)).status).toBe(204)
  const given = { ...SETTINGS, connection_id: id, model: 'Tiny', ...settings }
  expect((await stage.ask(stage.manager, 'PUT', '/ai/v1/settings', given)).status).toBe(200)
  return id
}

const ask = (prompt: string, { maxTokens = 60, signal = new AbortController().signal } = {}) =>
  models.streamText({ caller, endpoint: 'test', system: 'You write.', prompt, maxTokens, signal })
async function write(prompt: string, options?: { maxTokens?: number; signal?: AbortSignal }): Promise<string> {
  let text = ''
  for await (const piece of ask(prompt, options)) text += piece
  return text
}
async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (one: unknown) => one,
  )
  if (!(error instanceof ModelError)) throw new Error(`no failure of a model: ${String(error)}`)
  return error.code
}

type Row = { status: string; error_code: string | null; tokens_in: number; tokens_out: number; is_estimate: boolean }
const logged = async () =>
  (
    await stage.server.database.owner<Row & { provider: string; model: string; cost_micros: number }>(
      `select status, error_code, tokens_in::int, tokens_out::int, is_estimate, provider, model, cost_micros::int
       from studio.ai_requests order by started_at`,
    )
  ).rows

test(
  'without the engine a model says what to run, and a request fails by name',
  needs(!isLlamaInstalled(), 'a server without the engine for uploaded models'),
  async () => {
    const id = await choose(tiny)
    const { body } = await stage.ask(stage.manager, 'POST', `/ai/v1/connections/${id}/looks`)
    expect(body).toMatchObject({ state: 'not_configured', problem: 'the engine is not installed: run npm run studio' })
    expect(await failure(write('Write.'))).toBe('no_engine')
    expect(await logged()).toMatchObject([{ status: 'error', error_code: 'no_engine' }])
  },
)

describe('with llama.cpp', needs(isLlamaInstalled(), 'the engine for uploaded models: npm run studio'), () => {
  test('a text comes as the model writes it, and the log has the tokens that llama.cpp counted', async () => {
    const id = await choose(tiny)
    const { body } = await stage.ask(stage.manager, 'POST', `/ai/v1/connections/${id}/looks`)
    expect(body).toMatchObject({ state: 'active', problem: null, models: ['Tiny'] })
    const pieces: string[] = []
    for await (const piece of ask('Write a line.', { maxTokens: 200 })) pieces.push(piece)
    expect(pieces.length).toBeGreaterThan(1)
    const [row, ...others] = await logged()
    expect(others).toEqual([])
    expect(row).toMatchObject({
      status: 'ok',
      provider: 'Uploaded model',
      model: 'Tiny',
      is_estimate: false,
      cost_micros: 0,
    })
    // Each letter is a token of this model, but for "in", so a question has more tokens than its letters and marks of the form.
    expect(row?.tokens_in).toBeGreaterThan('You write.Write a line.'.length)
    expect(row?.tokens_out).toBeGreaterThan(1)
    expect(row?.tokens_out).toBeLessThanOrEqual(200)
  })

  test('an object keeps to its schema by a grammar, whatever the model would write', async () => {
    await choose(tiny)
    const schema = z.object({
      title: z.string().min(1).max(20),
      kind: z.enum(['short', 'long']),
      tags: z.array(z.string().max(9)).min(2).max(3),
      // Longer than what a grammar holds: the check of the answer has it.
      note: z.string().max(100_000).nullable(),
    })
    const made = await models.makeObject({
      caller,
      endpoint: 'test',
      system: 'You write.',
      prompt: 'Write.',
      schema,
      maxTokens: 900,
      signal: AbortSignal.timeout(60_000),
    })
    expect(made.title.length).toBeLessThanOrEqual(20)
    expect(['short', 'long']).toContain(made.kind)
    expect(await logged()).toMatchObject([{ status: 'ok', is_estimate: false }])
  })

  test('an object that does not end within its tokens is named, with what there was', async () => {
    await choose(tiny)
    const schema = z.object({ tags: z.array(z.string().min(100)).min(20) })
    const asked = {
      caller,
      endpoint: 'test',
      system: '',
      prompt: 'Write.',
      schema,
      maxTokens: 20,
      signal: AbortSignal.timeout(60_000),
    }
    expect(await failure(models.makeObject(asked))).toBe('bad_object')
    expect(await logged()).toMatchObject([
      { status: 'error', error_code: expect.stringMatching(/^bad_object/) as string },
    ])
  })

  test('personal data does not reach the model, and a budget holds for it', async () => {
    await choose(tiny, { keeps_bodies: true, org_tokens: 400 })
    await write('Mail ada@example.org.', { maxTokens: 20 })
    const { rows } = await stage.server.database.owner<{ prompt_body: string }>(
      'select prompt_body from studio.ai_requests',
    )
    expect(rows[0]?.prompt_body).toContain('[EMAIL_1]')
    expect(await failure(write('Write.', { maxTokens: 4000 }))).toBe('over_budget')
  })

  test('who cancels ends the answer, and the next one begins at once', async () => {
    await choose(tiny)
    const controller = new AbortController()
    let text = ''
    const work = (async () => {
      for await (const piece of ask('Write.', { maxTokens: 2000, signal: controller.signal })) {
        text += piece
        controller.abort()
      }
    })()
    expect(await failure(work)).toBe('aborted')
    expect(text.length).toBeLessThan(1900)
    const { pid } = engine()
    await write('Write.', { maxTokens: 5 })
    // The same process: the model was not loaded again.
    expect(engine().pid).toBe(pid)
    expect(await logged()).toMatchObject([{ status: 'aborted' }, { status: 'ok' }])
  })

  test('requests of several people take turns, and one who waits can leave', async () => {
    await choose(tiny)
    const controller = new AbortController()
    const first = write('Write.', { maxTokens: 300 })
    const second = failure(write('Write.', { signal: controller.signal }))
    const third = write('Write.', { maxTokens: 5 })
    controller.abort()
    expect(await second).toBe('aborted')
    await Promise.all([first, third])
    expect((await logged()).map(({ status }) => status).toSorted()).toEqual(['aborted', 'ok', 'ok'])
  })

  test('an engine that is killed in the middle ends the answer by name, and the server answers on', async () => {
    await choose(tiny)
    const work = (async () => {
      for await (const _piece of ask('Write.', { maxTokens: 2000 })) process.kill(engine().pid!, 'SIGKILL')
    })()
    expect(await failure(work)).toBe('engine_ended')
    expect(await logged()).toMatchObject([{ status: 'error', error_code: 'engine_ended' }])
    expect((await stage.ask(stage.manager, 'GET', '/ai/v1/connections')).status).toBe(200)
    expect(await write('Write.', { maxTokens: 5 })).toEqual(expect.any(String))
  })

  test('a file that llama.cpp refuses, though its head is right, is named, and keeps no process', async () => {
    const at = tiny.indexOf('blk.0.ffn_norm.weight')
    await choose(Buffer.concat([tiny.subarray(0, at), Buffer.from('blk.0.ffn_nora.weight'), tiny.subarray(at + 21)]))
    expect(await failure(write('Write.'))).toBe('not_loaded')
    expect(await logged()).toMatchObject([{ status: 'error', error_code: 'not_loaded' }])
    expect(engine().pid).toBeUndefined()
  })

  test('a question that is longer than the model reads is refused', async () => {
    await choose(tiny)
    expect(await failure(write('Write of it. '.repeat(400)))).toBe('too_long')
  })

  test('the server answers while the model works', async () => {
    await choose(tiny)
    await write('Write.', { maxTokens: 5 })
    const work = write('Write. '.repeat(150), { maxTokens: 800 })
    let slowest = 0
    for (let round = 0; round < 10; round += 1) {
      const since = performance.now()
      await stage.server.fetch('/livez')
      slowest = Math.max(slowest, performance.now() - since)
    }
    await work
    expect(slowest).toBeLessThan(2000)
  })

  test('another model ends the process of the one before, and removing a model ends its own and frees the file', async () => {
    const first = await choose(tiny)
    await write('Write.', { maxTokens: 5 })
    const before = engine().pid!
    const second = await choose(tinyGguf('Another text. '.repeat(50)))
    await write('Write.', { maxTokens: 5 })
    const after = engine().pid!
    expect([isAlive(before), isAlive(after), before === after]).toEqual([false, true, false])
    await stage.ask(stage.manager, 'DELETE', `/ai/v1/connections/${first}`)
    expect(isAlive(after)).toBe(true)
    await stage.ask(stage.manager, 'DELETE', `/ai/v1/connections/${second}`)
    expect(isAlive(after)).toBe(false)
    expect(fs.existsSync(path.join(stage.server.config.dataDir, 'models', `${second}.gguf`))).toBe(false)
  })
})
