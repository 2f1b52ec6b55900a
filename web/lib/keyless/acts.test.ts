import http from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { KEY_HEADER, readKey } from '#contract/wire/request-key.ts'
import { VaultApi } from '#vault/session/api.ts'
import { runAct } from './acts.ts'

type Sent = { method: string; key: string | undefined }
let sent: Sent[] = []
/** Outcomes of the next requests: an answer by its status, or a line that breaks. */
let outcomes: (number | 'lost')[] = []
let line: VaultApi
const server = http.createServer((request, response) => {
  const key = request.headers[KEY_HEADER]
  sent.push({ method: request.method ?? '', key: typeof key === 'string' ? readKey(key) : undefined })
  const outcome = outcomes.shift() ?? 200
  request.resume().on('end', () => {
    if (outcome === 'lost') response.destroy()
    else response.writeHead(outcome, { 'content-type': 'application/json' }).end('{}')
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  line = new VaultApi({
    baseUrl: `http://127.0.0.1:${port}`,
    publishableKey: 'none',
    accessToken: async () => undefined,
  })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  sent = []
  outcomes = []
})

/** Other for each test: acts are remembered by the page. */
const name = () => expect.getState().currentTestName ?? ''
const add = (api: VaultApi) => api.post('/sales/v1/deals', {})
const act = <Result>(call: (api: VaultApi) => Result, ...args: unknown[]) => runAct(call, { line, name: name(), args })
const keys = () => sent.map(({ key }) => key)

test('each act has another key, and what only reads has none', async () => {
  await act(add, 1)
  await act(add, 1)
  await act((api) => api.fetch('/sales/v1/deals', {}), 1)
  expect(keys()).toEqual([expect.any(String), expect.any(String), undefined])
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

test('requests of one act have keys of their own', async () => {
  await act(async (api) => {
    await add(api)
    return add(api)
  })
  expect(new Set(keys()).size).toBe(2)
})

test('what was sent and got no answer has the same keys at the next try, until it was answered', async () => {
  const both = async (api: VaultApi) => {
    await add(api)
    return add(api)
  }
  outcomes = [200, 'lost', 200, 503]
  await expect(act(both, 'a')).rejects.toMatchObject({ code: 'offline' })
  await expect(act(both, 'a')).rejects.toMatchObject({ code: 'offline' })
  await act(both, 'b')
  await act(both, 'a')
  await act(both, 'a')
  const [first, second, third, fourth] = [0, 2, 6, 8].map((at) => keys().slice(at, at + 2))
  expect(second).toEqual(first)
  expect(third).toEqual(first)
  expect(fourth).not.toEqual(first)
  expect(keys().slice(4, 6)).not.toEqual(first)
})

test('a refusal is an answer: the next try is another act', async () => {
  outcomes = [409]
  await expect(act(add)).rejects.toThrow()
  await act(add)
  expect(new Set(keys()).size).toBe(2)
})

test('after ten minutes the same is meant as another act', async () => {
  outcomes = ['lost', 'lost']
  const after = (minutes: number) => runAct(add, { line, name: name(), args: [], nowMs: minutes * 60_000 })
  await expect(after(0)).rejects.toMatchObject({ code: 'offline' })
  await expect(after(9)).rejects.toMatchObject({ code: 'offline' })
  await after(10)
  const [first, second, third] = keys()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test('a double click sends one request, and both get its answer', async () => {
  const both = await Promise.all([act(add, { of: ['a'] }), act(add, { of: ['a'] })])
  expect(both[1]).toEqual(both[0])
  expect(sent).toHaveLength(1)
})

test('other arguments are another act, and so is everything that has no text', async () => {
  await Promise.all([act(add, 1), act(add, 2), act(add, () => 1), act(add, () => 1)])
  expect(new Set(keys()).size).toBe(4)
})

test('content of a file, and what its person can stop, has no key', async () => {
  const init = { method: 'PUT' }
  await act((api) => api.fetch('/ai/v1/own-models/1/pieces', { ...init, body: new Blob(['a']) }))
  await act((api) => api.fetch('/content/v1/drafts', { ...init, signal: new AbortController().signal }))
  expect(keys()).toEqual([undefined, undefined])
})
