import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Caller } from '#server/db/database.ts'
import { ModelError } from '#server/ai/model-error.ts'
import type { TextModels } from '#server/ai/text-models.ts'
import { promptOf } from '../support/counterparts/openai-server.ts'
import { callerOf, impatientModels, type StudioStage, studioStage } from '../support/studio.ts'

let stage: StudioStage
let models: TextModels
let caller: Caller
beforeAll(async () => {
  stage = await studioStage()
  models = impatientModels(stage)
  caller = callerOf(stage.manager)
})
afterAll(() => stage.stop())
beforeEach(async () => {
  stage.model.chats.length = 0
  stage.model.answer({ text: 'Hello from the test.' })
  await stage.connect()
  await stage.server.database.owner('delete from studio.ai_requests')
  await stage.server.database.owner('delete from studio.prices')
  await stage.server.database.owner('delete from growth.contacts')
})

type Row = {
  status: string
  error_code: string | null
  tokens_in: number
  tokens_out: number
  cost_micros: number | null
}
const logged = async () =>
  (
    await stage.server.database.owner<Row>(
      `select status, error_code, tokens_in::int, tokens_out::int, cost_micros::int from studio.ai_requests order by started_at`,
    )
  ).rows

const ask = (prompt: string, signal = new AbortController().signal) =>
  models.streamText({ caller, endpoint: 'test', system: 'You write.', prompt, maxTokens: 200, signal })
async function write(prompt: string, signal?: AbortSignal): Promise<string> {
  let text = ''
  for await (const piece of ask(prompt, signal)) text += piece
  return text
}
const failure = async (work: Promise<unknown>): Promise<ModelError> => {
  const error = await work.then(
    () => undefined,
    (one: unknown) => one,
  )
  if (!(error instanceof ModelError)) throw new Error(`no failure of a model: ${String(error)}`)
  return error
}

test('a text comes as the model writes it, and the log says what it took', async () => {
  expect(await models.isReady(caller)).toBe(true)
  expect(await write('Write a line.')).toBe('Hello from the test.')
  const [chat] = stage.model.chats
  expect(chat?.body).toMatchObject({ model: 'tiny-1', stream: true, max_tokens: 200 })
  expect(await logged()).toEqual([
    { status: 'ok', error_code: null, tokens_in: tokensOf(chat!.body), tokens_out: 5, cost_micros: 0 },
  ])
})
const tokensOf = (body: Parameters<typeof promptOf>[0]) => Math.ceil(promptOf(body).length / 4)

test('personal data and secrets stay here, and are in the answer again', async () => {
  await stage.server.database.owner(
    `insert into growth.contacts (tenant_id, email, name, source) select tenant_id, 'p@example.test', 'Priya Raghunathan', 'typed'
     from profiles where user_id = $1`,
    [stage.manager.session.user.id],
  )
  const secret =
    'Mail ada@example.org or +49 30 1234567, card 4111 1111 1111 1111, IBAN DE89 3704 0044 0532 0130 00, AKIAIOSFODNN7EXAMPLE.'
  stage.model.answer((body) => {
    const found = promptOf(body).match(/\[[A-Z]+_\d+\]/g) ?? []
    return { text: `Dear ${found.join(' and ')}.` }
  })
  const text = await write(`${secret} Greet Priya Raghunathan at 10.0.12.7, not 4111 1111 1111 1112.`)
  const sent = promptOf(stage.model.chats[0]!.body)
  for (const value of ['ada@example.org', '1234567', '4111 1111 1111 1111', 'DE89', 'AKIA', 'Priya', '10.0.12.7']) {
    expect(sent).not.toContain(value)
    expect(text).toContain(value)
  }
  // No number of a card: the check digit is another one.
  expect(sent).toContain('4111 1111 1111 1112')
  const { rows } = await stage.server.database.owner<{ redactions: object; prompt_body: string | null }>(
    'select redactions, prompt_body from studio.ai_requests',
  )
  expect(rows).toEqual([
    { redactions: { EMAIL: 1, PHONE: 1, CARD: 1, IBAN: 1, SECRET: 1, IP: 1, CONTACT: 1 }, prompt_body: null },
  ])
})

test('a model in a network of the operator gets texts as they are, where the organisation says so', async () => {
  await stage.connect({ redacts_private: false })
  await write('Mail ada@example.org.')
  expect(promptOf(stage.model.chats[0]!.body)).toContain('ada@example.org')
})

test('a claim that the organisation does not allow is not shown, however the model sets it', async () => {
  await stage.connect({ banned_claims: ['guaranteed returns'] })
  stage.model.answer({
    text: 'Our fund has existed for long. It has **guaranteed** returns for all who wait, and more.',
  })
  let shown = ''
  const error = await failure(
    (async () => {
      for await (const piece of ask('Write.')) shown += piece
    })(),
  )
  expect(error).toMatchObject({ code: 'blocked', detail: 'guaranteed returns' })
  expect(shown).not.toMatch(/guaranteed/i)
  expect(await logged()).toMatchObject([{ status: 'blocked', error_code: 'blocked: guaranteed returns' }])
  stage.model.answer({ text: 'Nothing is guaranteed. Returns vary.' })
  expect(await write('Write.')).toBe('Nothing is guaranteed. Returns vary.')
})

test.each([
  ['answers 500', { status: 500 }, 'refused'],
  ['takes no more', { status: 429, retryAfter: 0 }, 'busy'],
  ['refuses the key', { status: 401 }, 'refused'],
  ['cuts the answer', { cutAfter: 'Half of a' }, 'cut'],
  ['sends no JSON', { malformed: '{"choices": [oh' }, 'malformed'],
  ['says nothing', { silentMs: 3000 }, 'too_slow'],
  ['falls silent in the middle', { text: 'Half of an answer', pieceMs: 3000 }, 'too_slow'],
] as const)('a provider that %s is named in the log', async (_what, answer, code) => {
  stage.model.answer(answer)
  expect((await failure(write('Write.'))).code).toBe(code)
  expect(await logged()).toMatchObject([{ status: 'error' }])
  expect((await logged())[0]?.error_code).toMatch(new RegExp(`^${code}`))
})

test('a provider that is away is named in the log', async () => {
  await stage.server.database.owner(`update studio.connections set address = 'http://127.0.0.1:9/v1'`)
  expect((await failure(write('Write.'))).code).toBe('unreachable')
  expect(await logged()).toMatchObject([{ status: 'error', error_code: 'unreachable', tokens_in: 0 }])
})

test('a model whose address leads into another network is not asked', async () => {
  await stage.server.database.owner(`update studio.connections set address = 'http://10.1.2.3/v1'`)
  expect((await failure(write('Write.'))).code).toBe('unreachable')
  expect(await logged()).toMatchObject([{ status: 'error', error_code: 'unreachable' }])
})

test('a provider whose name nobody knows is in the log as well', async () => {
  await stage.server.database.owner(`update studio.connections set address = 'http://models.invalid/v1'`)
  expect((await failure(write('Write.'))).code).toBe('unreachable')
  expect(await logged()).toMatchObject([{ status: 'error', error_code: 'unreachable' }])
})

test('who cancels, or stops reading, ends the request at the provider as well', async () => {
  stage.model.answer({ text: 'word '.repeat(200), pieceMs: 20 })
  const gone = stage.model.gone()
  const cancelled = new AbortController()
  const error = failure(write('Write.', cancelled.signal))
  setTimeout(() => cancelled.abort(), 200)
  expect((await error).code).toBe('aborted')
  for await (const _piece of ask('Write.')) break
  expect(await logged()).toMatchObject([
    { status: 'aborted', error_code: 'aborted' },
    { status: 'aborted', error_code: 'reader_left' },
  ])
  await expect.poll(() => stage.model.gone()).toBe(gone + 2)
})

const shape = z.object({ title: z.string(), count: z.number().int().max(5) })
const make = () =>
  models.makeObject({
    caller,
    endpoint: 'test',
    system: 'You plan.',
    prompt: 'For ada@example.org.',
    schema: shape,
    signal: new AbortController().signal,
  })

test('an object in a wrong form is asked for once more, with what is wrong', async () => {
  stage.model.answer({ text: '{"title":"A","count":9}' }, { text: '{"title":"For [EMAIL_1]","count":3}' })
  expect(await make()).toEqual({ title: 'For ada@example.org', count: 3 })
  expect(stage.model.chats).toHaveLength(2)
  expect(stage.model.chats[0]?.body.response_format).toMatchObject({ type: 'json_schema' })
  expect(promptOf(stage.model.chats[1]!.body)).toContain('<=5')
  expect(await logged()).toMatchObject([{ status: 'ok' }])
})

test('a provider is asked for a form without limits that it would refuse, and the answer is held to them', async () => {
  stage.model.answer({ text: '{"title":"A","count":3}' })
  await make()
  const { response_format: asked } = stage.model.chats[0]!.body
  expect(asked).toMatchObject({
    json_schema: {
      schema: {
        type: 'object',
        properties: { title: { type: 'string' }, count: { type: 'integer' } },
        required: ['title', 'count'],
        additionalProperties: false,
      },
    },
  })
  expect(JSON.stringify(asked)).not.toMatch(/maximum|minLength|maxLength/)
})

test('OpenAI is told the limit of an answer by the name that its newer models take, others by the older one', async () => {
  await write('Write.')
  await stage.server.database.owner(`update studio.connections set preset = 'openai'`)
  await write('Write.')
  const [older, newer] = stage.model.chats.map(({ body }) => body)
  expect(older).toMatchObject({ max_tokens: expect.any(Number) })
  expect(older).not.toHaveProperty('max_completion_tokens')
  expect(newer).toMatchObject({ max_completion_tokens: older?.max_tokens })
  expect(newer).not.toHaveProperty('max_tokens')
})

test('a provider that takes no schema is asked in words, and may put a fence around its answer', async () => {
  stage.model.answer(({ response_format: form }) =>
    form
      ? { status: 400, message: 'response_format is not supported' }
      : { text: 'Here it is:\n```json\n{"title":"A","count":3}\n```' },
  )
  expect(await make()).toEqual({ title: 'A', count: 3 })
  expect(promptOf(stage.model.chats.at(-1)!.body)).toContain('Its form, as a JSON schema:')
  expect(await logged()).toMatchObject([{ status: 'ok' }])
})

test('what a provider answers in words is asked for once more as well', async () => {
  let words = 0
  stage.model.answer(({ response_format: form }) => {
    if (form) return { status: 422, message: 'unknown field' }
    words += 1
    return { text: words === 1 ? '{"title":"A","count":9}' : '{"title":"A","count":3}' }
  })
  expect(await make()).toEqual({ title: 'A', count: 3 })
  const asked = promptOf(stage.model.chats.at(-1)!.body)
  expect(asked).toContain('What is wrong with it:')
  expect(asked).toContain('"maximum":5')
  expect(stage.model.chats).toHaveLength(3)
})

test('one that ignores the schema is told the form with what was wrong', async () => {
  stage.model.answer({ text: 'A plan has a title.' }, { text: '```json\n{"title":"A","count":3}\n```' })
  expect(await make()).toEqual({ title: 'A', count: 3 })
  expect(promptOf(stage.model.chats[1]!.body)).toMatch(/What is wrong with it:[\s\S]*Its form, as a JSON schema:/)
})

test('a NUL that a model writes is left out, and the request ends', async () => {
  await stage.connect({ keeps_bodies: true })
  stage.model.answer({ text: 'One\0 and [\0' }, { text: '{"title":"A\\u0000B","count":3}' })
  expect(await write('Write.')).toBe('One and [')
  expect(await make()).toEqual({ title: 'AB', count: 3 })
  expect(await logged()).toMatchObject([{ status: 'ok' }, { status: 'ok' }])
})

test('one that stays wrong is an error that carries what there was', async () => {
  stage.model.answer({ text: '{"title":"For [EMAIL_1]' })
  expect(await failure(make())).toMatchObject({ code: 'bad_object', partial: '{"title":"For ada@example.org' })
  expect(stage.model.chats).toHaveLength(2)
  const [row] = await logged()
  expect([row?.status, row?.error_code]).toEqual(['error', expect.stringMatching(/^bad_object: /)])
})

test('the budget of a month holds for the organisation and for each person', async () => {
  await stage.connect({ org_tokens: 500 })
  await write('Write.')
  expect(await failure(write('x'.repeat(2000)))).toMatchObject({ code: 'over_budget', detail: 'organisation_tokens' })
  await stage.connect({ person_tokens: 100 })
  expect(await failure(write('Write.'))).toMatchObject({ code: 'over_budget', detail: 'person_tokens' })
  expect(await logged()).toMatchObject([
    { status: 'ok' },
    { status: 'over_budget', error_code: 'organisation_tokens', tokens_out: 0 },
    { status: 'over_budget', error_code: 'person_tokens' },
  ])
  expect(stage.model.chats).toHaveLength(1)
})

test('requests that begin at the same time do not share what is left', async () => {
  await stage.connect({ org_tokens: 250 })
  stage.model.answer({ text: 'Hello from the test.', pieceMs: 200 })
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => write('Write.')))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('money counts by the price that the organisation typed', async () => {
  await stage.ask(stage.manager, 'PUT', '/ai/v1/prices', {
    prices: [{ model: 'tiny-1', micros_in: 1_000_000, micros_out: 2_000_000 }],
  })
  await write('Write.')
  const [row] = await logged()
  expect(row?.cost_micros).toBe(row!.tokens_in + 2 * row!.tokens_out)
  await stage.connect({ org_micros: 300 })
  expect(await failure(write('Write.'))).toMatchObject({ code: 'over_budget', detail: 'organisation_money' })
})

test('without a usage of the provider, tokens are counted by letters and marked', async () => {
  stage.model.answer({ text: 'Hello from the test.', withoutUsage: true })
  await write('Write.')
  const { rows } = await stage.server.database.owner('select is_estimate, tokens_out::int from studio.ai_requests')
  expect(rows).toEqual([{ is_estimate: true, tokens_out: 5 }])
})
