import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GRAMMAR_ENGINE, GRAMMAR_LIMITS } from '#contract/grammar/grammar.ts'
import { needs } from '#crypto/testing/needs.ts'
import { isInstalled } from '#server/grammar/engine-files.ts'
import { type StudioStage, studioStage } from '../support/studio.ts'

const installed = needs(isInstalled(), 'the engine that checks grammar: npm run studio')

let stage: StudioStage
beforeAll(async () => {
  stage = await studioStage()
})
afterAll(() => stage.stop())
beforeEach(async () => {
  await stage.server.database.owner('delete from studio.dictionary_words')
  await stage.server.database.owner('delete from studio.grammar_settings')
})

const ask = (method: string, path: string, body?: object, person = stage.manager) =>
  stage.ask(person, method, `/grammar/v1/${path}`, body)
const add = (word: string, person = stage.manager) => ask('POST', 'words', { word }, person)
const words = async (person = stage.manager) =>
  ((await ask('GET', 'dictionary', undefined, person)).body['words'] as { word: string }[]).map(({ word }) => word)

test('a word is kept once, in the order of the alphabet, and taken out again', async () => {
  const first = await add('zk-proof')
  expect(first.status).toBe(201)
  await add('ML-KEM')
  expect((await add('zk-proof')).body).toEqual(first.body)
  expect(await words()).toEqual(['ML-KEM', 'zk-proof'])
  expect((await ask('DELETE', `words/${String(first.body['id'])}`)).status).toBe(204)
  expect(await words()).toEqual(['ML-KEM'])
  expect(await ask('DELETE', `words/${String(first.body['id'])}`)).toMatchObject({
    status: 404,
    body: { code: 'word_not_found' },
  })
})

test('a word has a letter, no white space and 60 signs at most', async () => {
  for (const word of ['', '1234', 'two words', 'a'.repeat(GRAMMAR_LIMITS.wordCharacters + 1)]) {
    expect(await add(word)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  }
  expect((await add('ä'.repeat(GRAMMAR_LIMITS.wordCharacters))).status).toBe(201)
  const direct = `insert into studio.dictionary_words (tenant_id, word) select id, 'two words' from public.tenants limit 1`
  await expect(stage.server.database.owner(direct)).rejects.toThrow('dictionary_words_form')
})

test('the dictionary is full at 2,000 words', async () => {
  await add('first')
  await stage.server.database.owner(
    `insert into studio.dictionary_words (tenant_id, word)
     select tenant_id, 'word' || n from studio.dictionary_words, generate_series(2, $1::integer) as n`,
    [GRAMMAR_LIMITS.words],
  )
  expect(await add('second')).toMatchObject({ status: 413, body: { code: 'words_limit' } })
  expect((await add('first')).status).toBe(201)
})

test('each organisation has its own words and its own English, and others have no way to them', async () => {
  expect((await ask('GET', 'dictionary')).body['dialect']).toBe('American')
  const { body } = await add('ours')
  expect((await ask('PUT', 'dialect', { dialect: 'British' })).status).toBe(204)
  expect((await ask('PUT', 'dialect', { dialect: 'Canadian' })).status).toBe(204)
  expect((await ask('GET', 'dictionary')).body['dialect']).toBe('Canadian')
  expect((await ask('PUT', 'dialect', { dialect: 'Latin' })).status).toBe(400)

  expect((await ask('GET', 'dictionary', undefined, stage.stranger)).body).toMatchObject({
    words: [],
    dialect: 'American',
  })
  expect((await ask('DELETE', `words/${String(body['id'])}`, undefined, stage.stranger)).status).toBe(404)
  for (const [method, path, given] of [
    ['GET', 'dictionary', undefined],
    ['POST', 'words', { word: 'theirs' }],
    ['PUT', 'dialect', { dialect: 'British' }],
    ['GET', `engine/${GRAMMAR_ENGINE.version}/glue`, undefined],
  ] as const) {
    expect(await ask(method, path, given, stage.member)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  }
  expect(await words()).toEqual(['ours'])
})

test('the engine comes as the browser will compare it, and is kept', installed, async () => {
  const headers = { authorization: `Bearer ${stage.manager.session.access_token}` }
  for (const [file, { sha256, type }] of Object.entries(GRAMMAR_ENGINE.files)) {
    // Packing the 16 MB of the program takes longer than everything else here.
    for (const encoding of file === 'program' ? ['identity'] : ['gzip', 'identity']) {
      const address = `/grammar/v1/engine/${GRAMMAR_ENGINE.version}/${file}`
      const answer = await stage.server.fetch(address, { headers: { ...headers, 'accept-encoding': encoding } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain(type)
      expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
      expect(answer.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
      const content = Buffer.from(await answer.arrayBuffer())
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
    }
  }
})

test('of the engine nothing but its two files is sent, to who is signed in', async () => {
  for (const path of ['1.0.0/glue', `${GRAMMAR_ENGINE.version}/index.js`, `${GRAMMAR_ENGINE.version}/..%2Findex.js`]) {
    expect((await ask('GET', `engine/${path}`)).status).toBe(404)
  }
  for (const file of ['glue', 'program']) {
    expect((await stage.server.fetch(`/grammar/v1/engine/${GRAMMAR_ENGINE.version}/${file}`)).status).toBe(401)
  }
})
