import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refusalOf, VaultApi } from './api.ts'

/** A server that takes the token `new` alone, and notes what it was sent. */
let server: Server
let seen: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push(`${request.headers.authorization} ${Buffer.concat(chunks).toString()}`)
      if (request.url === '/cut') return void response.writeHead(200).write('{"a"', () => response.destroy())
      const isGood = request.headers.authorization === 'Bearer new'
      response.writeHead(isGood ? 200 : 403, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isGood ? { done: true } : { code: 'bad_jwt' }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())
beforeEach(() => {
  seen = []
})

/** With one token after the other. */
function apiWith(...tokens: string[]): VaultApi {
  const { port } = server.address() as AddressInfo
  const accessToken = async () => (tokens.length > 1 ? tokens.shift() : tokens[0])
  return new VaultApi({ baseUrl: `http://127.0.0.1:${port}`, publishableKey: 'key', accessToken })
}

test('what was refused because its token was replaced meanwhile is sent once more', async () => {
  expect(await apiWith('old', 'new').post('/any', { a: 1 })).toEqual({ done: true })
  expect(seen).toEqual(['Bearer old {"a":1}', 'Bearer new {"a":1}'])
})

test('with the same token nothing is repeated', async () => {
  await expect(apiWith('old').post('/any', {})).rejects.toMatchObject({ code: 'session_ended' })
  expect(seen).toHaveLength(1)
})

test('nor with the token of somebody who signed in meanwhile', async () => {
  const tokenOf = (sub: string) => `e30.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.`
  const [ada, bob] = [tokenOf(crypto.randomUUID()), tokenOf(crypto.randomUUID())]
  await expect(apiWith(ada, bob).post('/any', {})).rejects.toMatchObject({ code: 'session_ended' })
  expect(seen).toEqual([`Bearer ${ada} {}`])
})

test('nor more than once', async () => {
  await expect(apiWith('old', 'older', 'new').post('/any', {})).rejects.toMatchObject({ code: 'session_ended' })
  expect(seen).toHaveLength(2)
})

test('a stream was read, so it is not sent again', async () => {
  const body = new Blob(['bytes']).stream()
  const sent = apiWith('old', 'new').fetch('/any', { method: 'POST', body, duplex: 'half' })
  await expect(sent).rejects.toMatchObject({ code: 'session_ended' })
  expect(seen).toEqual(['Bearer old bytes'])
})

test('an answer that breaks off is none', async () => {
  await expect(apiWith('new').post('/cut', {})).rejects.toMatchObject({ code: 'offline' })
})

test('content that the server lost is a damaged file to its reader, and not one that was deleted', () => {
  expect(refusalOf({ status: 500, code: 'ContentLost' })).toMatchObject({ code: 'file_damaged' })
  expect(refusalOf({ status: 404, code: 'NoSuchKey' })).toMatchObject({ code: 'not_found' })
})

test('what only reads ends when the session is about to, also while it waits for the token; a change goes through', async () => {
  const reading = new AbortController()
  const { port } = server.address() as AddressInfo
  const token = Promise.withResolvers<string>()
  const api = new VaultApi({
    baseUrl: `http://127.0.0.1:${port}`,
    publishableKey: 'key',
    accessToken: () => token.promise,
    reading: () => reading.signal,
  })
  const own = new AbortController()
  const asked = [api.rest('files'), api.fetch('/any', { signal: own.signal }), api.post('/any', { a: 1 })]
  const results = Promise.allSettled(asked)
  reading.abort(new Error('the person signs out'))
  token.resolve('new')
  const ended = { reason: { message: 'the person signs out' } }
  expect(await results).toMatchObject([ended, ended, { value: { done: true } }])
  expect(seen).toEqual(['Bearer new {"a":1}'])
})
