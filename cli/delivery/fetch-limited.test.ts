import http from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { fetchLimited } from './fetch-limited.ts'

const asking = { encoding: 'identity', limitBytes: 1000, signal: new AbortController().signal } as const

let server: http.Server
let asked = 0
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A server that ends this many connections before it answers. */
async function endingFirst(connections: number): Promise<string> {
  asked = 0
  server = http.createServer((incoming, outgoing) => {
    if (++asked > connections) outgoing.end('here it is')
    else incoming.socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`
}

test('a connection that ends before its answer is tried once more', async () => {
  expect(await fetchLimited(await endingFirst(1), asking)).toMatchObject({
    status: 200,
    content: Buffer.from('here it is'),
  })
  expect(asked).toBe(2)
})

test('what ends again is reported, and not asked for without end', async () => {
  expect(await fetchLimited(await endingFirst(9), asking)).toEqual({
    kind: 'missing',
    problem: expect.stringMatching(/^not delivered \((UND_ERR_SOCKET|ECONNRESET)\)$/),
  })
  expect(asked).toBe(2)
})
