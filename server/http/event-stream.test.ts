import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readersOf } from './event-stream.ts'

let app: FastifyInstance
let signalOf: (reply: FastifyReply) => AbortSignal
/** Called with each reply; what it answers is awaited. */
let whenAsked: (reply: FastifyReply) => Promise<void>
beforeEach(async () => {
  app = Fastify()
  ;({ signalOf } = readersOf(app))
  app.get('/', async (_request, reply) => {
    await whenAsked(reply)
    return 'ok'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

const ask = (): http.ClientRequest => {
  const { port } = app.server.address() as AddressInfo
  return http.get({ port, host: '127.0.0.1' }).on('error', () => undefined)
}

test('a reader who left before anybody listened has left', async () => {
  const told = new Promise<AbortSignal>((resolve) => {
    whenAsked = async (reply) => {
      const closed = once(reply.raw, 'close')
      client.destroy()
      await closed
      resolve(signalOf(reply))
    }
  })
  const client = ask()
  expect((await told).aborted).toBe(true)
})

test('a reader who stays has not left, and one who leaves later has', async () => {
  const states: boolean[] = []
  const ended = new Promise<void>((resolve) => {
    whenAsked = async (reply) => {
      const signal = signalOf(reply)
      states.push(signal.aborted)
      client.destroy()
      await once(signal, 'abort')
      states.push(signal.aborted)
      resolve()
    }
  })
  const client = ask()
  await ended
  expect(states).toEqual([false, true])
})
