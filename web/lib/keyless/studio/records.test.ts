import { createHash } from 'node:crypto'
import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toBase64Url, utf8 } from '#crypto/encoding.ts'
import { MODEL_TEXT } from '#crypto/model-text/model-text.ts'
import { mlDsa } from '#crypto/primitives/ml-dsa.ts'
import { systemRandom } from '#crypto/primitives/random.ts'
import { VaultApi } from '#vault/session/api.ts'
import { checkRecord } from './records.ts'

const [OWN, OTHER] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const FACTS = { draft: 'd', version: 2, model: 'tiny-1', promptSha256: 'p', editor: 'e', at: '2026-11-30T00:00:00Z' }

async function recordOf(text: string, seed = OWN, change: object = {}) {
  const statement = JSON.stringify({ format: MODEL_TEXT, sha256: sha256(text), title: null, ...FACTS, ...change })
  const sign = await (await mlDsa(65)).signer(seed)
  const signature = Buffer.from(await sign(utf8(statement), utf8(MODEL_TEXT), systemRandom)).toString('base64')
  return { statement, signature, key: 'one' }
}

const asked: string[] = []
const server = http.createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  void (async () => {
    const pub = toBase64Url(await (await mlDsa(65)).publicKey(OWN))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [{ kid: 'one', pub }] }))
  })()
})
let api: VaultApi
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  api = new VaultApi({
    baseUrl: `http://127.0.0.1:${port}`,
    publishableKey: 'none',
    accessToken: async () => undefined,
  })
})
afterAll(() => server.close())

const TEXT = 'Mail is open.'
const check = (content: string, record: object) => checkRecord(api, content, JSON.stringify(record))

test('a text and its record are told apart from changed ones, and only the key is asked for', async () => {
  const record = await recordOf(TEXT)
  expect(await check(TEXT, record)).toEqual({
    isSigned: true,
    isSameText: true,
    facts: { model: 'tiny-1', at: FACTS.at, editor: 'e', promptSha256: 'p', version: 2 },
  })
  expect(await check(`${TEXT} `, record)).toMatchObject({ isSameText: true })
  expect(await check('Mail is safe.', record)).toMatchObject({ isSigned: true, isSameText: false })
  expect(await check(`${TEXT}\n\n*Text written by model tiny-1*\n`, record)).toMatchObject({ isSameText: true })
  expect(new Set(asked)).toEqual(new Set(['GET /content/v1/keys']))
})

test('of a record by another key, or one that was changed, nothing is repeated', async () => {
  expect(await check(TEXT, await recordOf(TEXT, OTHER))).toMatchObject({ isSigned: false, facts: undefined })
  const record = await recordOf(TEXT)
  const forged = { ...record, statement: record.statement.replace('tiny-1', 'tiny-2') }
  expect(await check(TEXT, forged)).toMatchObject({ isSigned: false, facts: undefined })
})

test('an earlier text is found in its file, and what is no record is none', async () => {
  const file = { ...(await recordOf('Newer.')), earlier: [await recordOf(TEXT, OWN, { model: 'old-1' })] }
  expect(await check(TEXT, file)).toMatchObject({ isSigned: true, isSameText: true, facts: { model: 'old-1' } })
  expect(await checkRecord(api, TEXT, '{}')).toBe('unreadable')
  expect(await checkRecord(api, TEXT, 'no JSON')).toBe('unreadable')
})
