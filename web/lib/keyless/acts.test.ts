import http from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KEY_HEADER, readKey } from '#contract/wire/request-key.ts'
import { readJson, VaultApi } from '#vault/session/api.ts'
import { runAct } from './acts.ts'

type Sent = { method: string; key: string | undefined }
let sent: Sent[] = []
/** Outcomes of the next requests: an answer by its status, or a line that breaks before or within the answer. */
let outcomes: (number | 'lost' | 'cut')[] = []
let line: VaultApi
let port = 0
const server = http.createServer((request, response) => {
  const key = request.headers[KEY_HEADER]
  sent.push({ method: request.method ?? '', key: typeof key === 'string' ? readKey(key) : undefined })
  const outcome = outcomes.shift() ?? 200
  request.resume().on('end', () => {
    if (outcome === 'lost') response.destroy()
    else if (outcome === 'cut') response.writeHead(200).write('{"id"', () => response.destroy())
    else response.writeHead(outcome, { 'content-type': 'application/json' }).end('{}')
  })
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
  line = lineOf(async () => undefined)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  sent = []
  outcomes = []
})

const lineOf = (accessToken: () => Promise<string | undefined>) =>
  new VaultApi({ baseUrl: `http://127.0.0.1:${port}`, publishableKey: 'none', accessToken })
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
  await act(both, 'a')
  await act(both, 'a')
  const [first, second, third, fourth] = [0, 2, 4, 6].map((at) => keys().slice(at, at + 2))
  expect(second).toEqual(first)
  expect(third).toEqual(first)
  expect(fourth).not.toEqual(first)
})

test('an answer that breaks off is a lost one', async () => {
  outcomes = ['cut']
  await expect(act(add)).rejects.toMatchObject({ code: 'offline' })
  await act(add)
  expect(new Set(keys()).size).toBe(1)
})

describe('after an answer that was lost, the same is another act', () => {
  const view = (name: string, call = add) => runAct(call, { line, name, args: [] })
  const lose = async () => {
    outcomes = ['lost']
    await expect(view('views.add')).rejects.toMatchObject({ code: 'offline' })
  }

  test('once something was done in the same room: it may have been the opposite', async () => {
    await lose()
    await view('views.remove')
    await view('views.add')
    expect(new Set(keys()).size).toBe(3)
  })

  test('also where that was done before the answer was known to be lost', async () => {
    const [begun, removed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const added = view('views.add', async (api) => {
      outcomes = ['cut']
      const answer = await api.fetch('/panel/v1/views', { method: 'POST', body: '{}' })
      begun.resolve()
      await removed.promise
      return readJson(answer)
    })
    await begun.promise
    await view('views.remove')
    removed.resolve()
    await expect(added).rejects.toMatchObject({ code: 'offline' })
    await view('views.add')
    expect(new Set(keys()).size).toBe(3)
  })

  test('but not after a refusal, a preview, a lost change or one of another room, which undo nothing', async () => {
    await lose()
    outcomes = [409, 'lost']
    await expect(view('views.remove')).rejects.toThrow()
    await expect(view('views.rename')).rejects.toThrow()
    await view('views.preview', (api) => api.post('/content/v1/previews', {}))
    await view('notices.read')
    await view('views.add')
    expect(keys().at(-1)).toBe(keys()[0])
  })

  test('on the line of an organisation that was entered, and of another person who signs in', async () => {
    const tokenOf = (sub: string) => `e30.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.`
    const [ada, bob] = [tokenOf(crypto.randomUUID()), tokenOf(crypto.randomUUID())]
    let token = ada
    const [page, entered] = [lineOf(async () => token), lineOf(async () => token)]
    const addOn = (line: VaultApi) => runAct(add, { line, name: 'views.add', args: [] })
    await Promise.all([addOn(page), addOn(entered)])
    expect(new Set(keys()).size).toBe(2)

    outcomes = ['lost']
    await expect(addOn(page)).rejects.toMatchObject({ code: 'offline' })
    await addOn(entered)
    token = bob
    await addOn(page)
    token = ada
    await addOn(page)
    expect(new Set(keys()).size).toBe(6)
  })
})

test('a person who signs out while the token is renewed asks for nothing with the next one', async () => {
  const token = Promise.withResolvers<undefined>()
  let reads = new AbortController()
  const connection = { baseUrl: `http://127.0.0.1:${port}`, publishableKey: 'none' }
  const leaving = new VaultApi({ ...connection, accessToken: () => token.promise, reading: () => reads.signal })
  const asked = runAct(add, { line: leaving, name: name(), args: [] })
  reads.abort(new Error('signed out'))
  reads = new AbortController()
  token.resolve(undefined)
  await expect(asked).rejects.toThrow('signed out')
  expect(sent).toEqual([])
})

test.each(['/streams/v1/d5b4f0e6-0000-4000-8000-000000000000/test', '/growth/v1/audiences/count?a=b'])(
  'what only looks has no key: %s',
  async (path) => {
    await act((api) => api.post(path, {}))
    expect(keys()).toEqual([undefined])
  },
)

test.each(['first', 'last'])(
  'of two clicks on what reads before it changes, the one whose answer is lost ends %s',
  async (ends) => {
    const both = Promise.withResolvers<void>()
    let waiting = 0
    const other = Promise.withResolvers<void>()
    const click = (outcome: number | 'lost', isFirst: boolean) =>
      act(async (api) => {
        await api.fetch('/sales/v1/deals', {})
        if ((waiting += 1) === 2) both.resolve()
        await both.promise
        if (!isFirst) await other.promise
        outcomes = [outcome]
        await add(api).finally(other.resolve)
      })
    const lost = click('lost', ends === 'first')
    const answered = click(200, ends === 'last')
    await expect(lost).rejects.toMatchObject({ code: 'offline' })
    await answered
    await act(add)
    const changes = keys().filter((key) => key !== undefined)
    expect(changes).toHaveLength(3)
    expect(new Set(changes).size).toBe(1)
  },
)

test('a refusal is an answer: the next try is another act', async () => {
  outcomes = [409]
  await expect(act(add)).rejects.toThrow()
  await act(add)
  expect(new Set(keys()).size).toBe(2)
})

test('after half an hour, long after the server knows that nobody knows, the same is meant as another act', async () => {
  outcomes = ['lost', 'lost']
  const after = (minutes: number) => runAct(add, { line, name: name(), args: [], nowMs: minutes * 60_000 })
  await expect(after(0)).rejects.toMatchObject({ code: 'offline' })
  await expect(after(29)).rejects.toMatchObject({ code: 'offline' })
  await after(30)
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
