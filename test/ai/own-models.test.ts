import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { MODEL_PIECE_BYTES } from '#contract/studio/models.ts'
import { OwnModels, ownModelsOf } from '#server/ai/own-models/own-models.ts'
import { dropOldUploads } from '#server/ai/own-models/own-models.sql.ts'
import type { Caller } from '#server/db/database.ts'
import { listOwnModels, uploadModel } from '#web/lib/keyless/studio/own-models.ts'
import { VaultApi } from '#vault/session/api.ts'
import { type Person } from '../support/people/people.ts'
import { type StudioStage, studioStage } from '../support/studio.ts'
import { ourWords, tinyGguf } from '../support/tiny-gguf.ts'

const MAX_BYTES = 64 * 1024 ** 4
const tiny = tinyGguf(ourWords())

let stage: StudioStage
let folder: string
beforeAll(async () => {
  stage = await studioStage({ OWN_MODEL_BYTES: String(MAX_BYTES) })
  folder = path.join(stage.server.config.dataDir, 'models')
})
afterAll(() => stage.stop())
beforeEach(async () => {
  await stage.server.database.owner('delete from studio.settings')
  await stage.server.database.owner('delete from studio.connections')
  await ownModelsOf(stage.server.database, stage.server.config).tidy()
})

const files = () => (fs.existsSync(folder) ? fs.readdirSync(folder) : [])
const begin = (bytes: number, person = stage.manager) =>
  stage.ask(person, 'POST', '/ai/v1/own-models', { name: 'Tiny', bytes })
const list = async () => (await stage.ask(stage.manager, 'GET', '/ai/v1/connections')).body['connections']

async function send(id: string, offset: number, piece: Buffer, person: Person = stage.manager) {
  const answer = await stage.server.fetch(`/ai/v1/own-models/${id}/pieces?offset=${offset}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${person.session.access_token}`,
      'content-type': 'application/octet-stream',
    },
    body: new Blob([new Uint8Array(piece)]),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Sends a file in two pieces. @returns its connection, and how its end was answered */
async function upload(bytes: Buffer) {
  const { body } = await begin(bytes.length)
  const id = String(body['id'])
  const half = Math.ceil(bytes.length / 2)
  await send(id, 0, bytes.subarray(0, half))
  if (half < bytes.length) await send(id, half, bytes.subarray(half))
  return { id, ended: await stage.ask(stage.manager, 'POST', `/ai/v1/own-models/${id}/end`) }
}

test('a file that is sent in pieces becomes a model that can be chosen, with its checksum', async () => {
  const { id, ended } = await upload(tiny)
  expect(ended.status).toBe(204)
  expect(files()).toEqual([`${id}.gguf`])
  expect(fs.readFileSync(path.join(folder, `${id}.gguf`)).equals(tiny)).toBe(true)
  const { body } = await stage.ask(stage.manager, 'GET', '/ai/v1/own-models')
  expect(body).toMatchObject({
    max_bytes: MAX_BYTES,
    files: [
      {
        connection_id: id,
        size_bytes: tiny.length,
        sha256: createHash('sha256').update(tiny).digest('hex'),
        architecture: 'llama',
        parameters: 509_472,
        context_tokens: 2048,
      },
    ],
  })
  expect(await list()).toMatchObject([{ id, name: 'Tiny', preset: 'own', models: ['Tiny'] }])
})

/** The tiny model with other bytes from `at` on. */
const changed = (at: number, bytes: Buffer) =>
  Buffer.concat([tiny.subarray(0, at), bytes, tiny.subarray(at + bytes.length)])
/** A model whose text `from` is `to` at its first place. */
function replaced(from: string, to: string): Buffer {
  const at = tiny.indexOf(from)
  if (at < 0 || from.length !== to.length) throw new Error(`${from} is not replaced`)
  return changed(at, Buffer.from(to))
}

test.each([
  ['of another kind', () => Buffer.from('%PDF-1.7 and much more that no model has'), /^This is no GGUF file/],
  [
    'of a version that nobody knows',
    () => changed(4, Buffer.from([9, 0, 0, 0])),
    /^This version of GGUF is not known here.*: 9/,
  ],
  ['that is truncated', () => tiny.subarray(0, tiny.length - 1), /truncated/],
  ['whose head ends in the middle', () => tiny.subarray(0, 3000), /truncated/],
  ['that lists more than any model', () => changed(8, Buffer.alloc(8, 0xff)), /damaged/],
  ['of an architecture that writes nothing', () => replaced('llama\u000c', 'bert \u000c'), /no language model.*: bert/],
  ['without a tokenizer', () => replaced('tokenizer.ggml.model', 'tokenizer.ggml.modem'), /no language model/],
] as const)('a file %s is refused with a sentence, and nothing of it stays', async (_what, make, sentence) => {
  const bytes = make()
  const { id, ended } = await upload(bytes)
  // Files of another kind end with their first piece.
  const { body } = ended.status === 409 ? await firstPieceOf(bytes) : ended
  expect(body).toMatchObject({ code: 'no_model_file', message: expect.stringMatching(sentence) as string })
  expect(files()).toEqual([])
  expect(await list()).toEqual([])
  expect((await stage.ask(stage.manager, 'POST', `/ai/v1/connections/${id}/looks`)).status).toBe(404)
})

async function firstPieceOf(bytes: Buffer) {
  return send(String((await begin(bytes.length)).body['id']), 0, bytes)
}

test('a file that is too large for the organisation, the memory or the disk is refused before it is sent', async () => {
  expect(await begin(MAX_BYTES + 1)).toMatchObject({ status: 422, body: { code: 'model_too_large' } })
  expect(await begin(MAX_BYTES)).toMatchObject({ status: 422, body: { code: 'model_exceeds_memory' } })
  expect(files()).toEqual([])
})

test('what is on its way counts towards the room of an organisation', async () => {
  const { config, database } = stage.server
  const first = await begin(2000)
  await database.owner('update studio.model_files set size_bytes = $1', [MAX_BYTES - 1000])
  expect(await begin(1001)).toMatchObject({ status: 422, body: { code: 'own_models_full' } })
  expect((await begin(1000)).status).toBe(201)
  // Others have room of their own.
  expect((await begin(2000, stage.stranger)).status).toBe(201)
  await stage.ask(stage.manager, 'DELETE', `/ai/v1/own-models/${String(first.body['id'])}`)
  expect((await begin(1001)).status).toBe(201)
  expect(config.ownModelBytes).toBe(MAX_BYTES)
})

test('pieces come one behind the other, from the person who began', async () => {
  const id = String((await begin(tiny.length)).body['id'])
  expect(await send(id, 10, tiny.subarray(10))).toMatchObject({ status: 409, body: { code: 'wrong_piece' } })
  expect(await send(id, 0, Buffer.concat([tiny, tiny]))).toMatchObject({ status: 409 })
  expect(await send(id, 0, Buffer.alloc(MODEL_PIECE_BYTES + 1))).toMatchObject({ status: 413 })
  expect(await send(id, 0, tiny, stage.stranger)).toMatchObject({ status: 409, body: { code: 'upload_not_found' } })
  expect((await send(id, 0, tiny, stage.member)).status).toBe(403)
  expect(await send(id, 0, tiny.subarray(0, 100))).toMatchObject({ status: 200, body: { received: 100 } })
  // Sent once more, because its answer was lost.
  expect(await send(id, 0, tiny.subarray(0, 100))).toMatchObject({ status: 200, body: { received: 100 } })
  const early = await stage.ask(stage.manager, 'POST', `/ai/v1/own-models/${id}/end`)
  expect(early).toMatchObject({ status: 422, body: { code: 'no_model_file' } })
  expect(files()).toEqual([])
})

test('an end that is sent twice at once keeps the model', async () => {
  const id = String((await begin(tiny.length)).body['id'])
  await send(id, 0, tiny)
  const path = `/ai/v1/own-models/${id}/end`
  const ends = await Promise.all([stage.ask(stage.manager, 'POST', path), stage.ask(stage.manager, 'POST', path)])
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([204, 409]))
  expect(files()).toEqual([`${id}.gguf`])
  expect(await list()).toMatchObject([{ id, models: ['Tiny'] }])
})

test('uploads under way have their room on the disk', async () => {
  const { database, config } = stage.server
  const { bavail, bsize } = fs.statfsSync(config.dataDir)
  // Other programs write meanwhile: what is told apart is far larger than that.
  const large = Math.floor((bavail * bsize) / 3)
  const own = new OwnModels(database, { ...config, maxBytes: MAX_BYTES, freeBytes: large }, { memoryBytes: MAX_BYTES })
  onTestFinished(() => own.stop())
  const [, claims = ''] = stage.manager.session.access_token.split('.')
  const caller: Caller = {
    role: 'authenticated',
    claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Caller['claims'],
  }
  const first = await own.begin(caller, { name: 'Tiny', bytes: large })
  await expect(own.begin(caller, { name: 'Next', bytes: large + 1_000_000_000 })).rejects.toMatchObject({
    code: 'disk_full',
  })
  expect(first.piece).toBe(MODEL_PIECE_BYTES)
})

test('an upload that is cancelled leaves nothing, and a model that is there is not cancelled', async () => {
  const id = String((await begin(tiny.length)).body['id'])
  await send(id, 0, tiny.subarray(0, 100))
  expect(files()).toEqual([`${id}.part`])
  expect((await stage.ask(stage.stranger, 'DELETE', `/ai/v1/own-models/${id}`)).status).toBe(404)
  expect((await stage.ask(stage.manager, 'DELETE', `/ai/v1/own-models/${id}`)).status).toBe(204)
  expect(files()).toEqual([])
  expect(await list()).toEqual([])
  const whole = await upload(tiny)
  expect((await stage.ask(stage.manager, 'DELETE', `/ai/v1/own-models/${whole.id}`)).status).toBe(404)
  expect(files()).toEqual([`${whole.id}.gguf`])
})

test('a model that is disconnected frees its file', async () => {
  const { id } = await upload(tiny)
  expect((await stage.ask(stage.stranger, 'DELETE', `/ai/v1/connections/${id}`)).status).toBe(404)
  expect(files()).toEqual([`${id}.gguf`])
  expect((await stage.ask(stage.manager, 'DELETE', `/ai/v1/connections/${id}`)).status).toBe(204)
  expect(files()).toEqual([])
})

test('an uploaded model gets no address, and no address becomes an uploaded model', async () => {
  const { id } = await upload(tiny)
  const fields = { name: 'A', preset: 'openai-compatible', address: stage.model.url }
  const changes = await stage.ask(stage.manager, 'PUT', `/ai/v1/connections/${id}`, { ...fields, version: 1 })
  expect(changes).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  const made = await stage.ask(stage.manager, 'POST', '/ai/v1/connections', { ...fields, preset: 'own' })
  expect(made).toMatchObject({ status: 400, body: { code: 'bad_request' } })
})

test('files whose rows are gone, and uploads that nobody ends, are removed', async () => {
  const { database, config } = stage.server
  const { id } = await upload(tiny)
  const unfinished = String((await begin(tiny.length)).body['id'])
  fs.writeFileSync(path.join(folder, '00000000-0000-4000-8000-000000000000.part'), 'left by a server that stopped')
  await database.owner(`update studio.model_files set begun_at = begun_at - interval '25 hours'`)
  await dropOldUploads(database)
  expect(await list()).toMatchObject([{ id }])
  await database.owner('delete from studio.connections')
  await ownModelsOf(database, config).tidy()
  expect(files()).toEqual([])
  expect((await send(unfinished, 0, tiny)).status).toBe(409)
})

test('a file that is not on this server is named', async () => {
  const { id } = await upload(tiny)
  fs.rmSync(path.join(folder, `${id}.gguf`))
  const { body } = await stage.ask(stage.manager, 'POST', `/ai/v1/connections/${id}/looks`)
  expect(body).toMatchObject({ state: 'unreachable', problem: 'its file is not on this server', models: ['Tiny'] })
})

describe('the app', () => {
  // Longer than a piece: what follows the numbers of a model is not read.
  const long = Buffer.concat([tiny, Buffer.alloc(MODEL_PIECE_BYTES)])
  const api = () =>
    new VaultApi({
      baseUrl: stage.server.url,
      publishableKey: stage.server.secrets.publishableKeys[0],
      accessToken: async () => stage.manager.session.access_token,
    })
  const sendWith = (onSent: (bytes: number) => void, signal = new AbortController().signal) =>
    uploadModel(api(), { name: 'Tiny', file: new Blob([new Uint8Array(long)]), signal, onSent })

  test('sends a file piece by piece and says how far it is', async () => {
    const sent: number[] = []
    await sendWith((bytes) => sent.push(bytes))
    expect(sent).toEqual([MODEL_PIECE_BYTES, long.length])
    expect((await listOwnModels(api())).files).toMatchObject([{ size_bytes: long.length, architecture: 'llama' }])
  })

  test('cancels between two pieces, and nothing of it is kept', async () => {
    const controller = new AbortController()
    await expect(sendWith(() => controller.abort(), controller.signal)).rejects.toThrow(/abort/i)
    expect(files()).toEqual([])
    expect((await listOwnModels(api())).files).toEqual([])
  })
})
