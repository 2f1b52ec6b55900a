import { once } from 'node:events'
import http2 from 'node:http2'
import net from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { FairTurns, takeFairTurns } from './fair-turns.ts'

/** Longer than strangers get in one turn. */
const WORK_MS = 1

describe('requests are started in turns', () => {
  test('at once where nobody waits', () => {
    const started: string[] = []
    new FairTurns().enter('strangers', '192.0.2.1', () => started.push('stranger'))
    expect(started).toEqual(['stranger'])
  })

  test('a person before the strangers that came first', async () => {
    const { started, enter, whenStarted } = workload()
    for (let at = 0; at < 20; at++) enter('strangers', `192.0.2.${at}`)
    enter('people', 'ada')
    await whenStarted(21)
    expect(started.indexOf('ada')).toBe(1)
  })

  test('a person who comes while strangers are served, too', async () => {
    const { started, enter, whenStarted } = workload()
    for (let at = 0; at < 20; at++) enter('strangers', `192.0.2.${at}`)
    await whenStarted(3)
    const before = started.length
    enter('people', 'ada')
    await whenStarted(21)
    expect(started.indexOf('ada')).toBeLessThanOrEqual(before)
    expect(new Set(started).size).toBe(21)
  })

  test('one address after the other, and those of one in their order', async () => {
    const { started, enter, whenStarted } = workload()
    for (let at = 0; at < 10; at++) enter('strangers', 'many')
    enter('strangers', 'one')
    enter('strangers', 'other')
    await whenStarted(12)
    expect(started.slice(0, 5)).toEqual(['many', 'many', 'one', 'other', 'many'])
  })

  test('one account after the other', async () => {
    const { started, enter, whenStarted } = workload(5)
    for (let at = 0; at < 10; at++) enter('people', 'many')
    enter('people', 'one')
    await whenStarted(11)
    expect(started.indexOf('one')).toBe(2)
  })

  test('strangers also while people ask without a pause', async () => {
    const { started, enter, whenStarted } = workload(5)
    for (let at = 0; at < 6; at++) enter('strangers', `192.0.2.${at}`)
    for (let at = 0; at < 60; at++) enter('people', `person ${at}`)
    await whenStarted(66)
    const last = started.findLastIndex((subject) => subject.startsWith('192'))
    expect(last).toBeLessThan(30)
  })

  test('not beyond what one of them, and all together, may have waiting', async () => {
    const turns = new FairTurns()
    let isOver = false
    let started = 0
    const work = () => {
      started += 1
      if (!isOver) spin(WORK_MS)
    }
    const enter = (subject: string): boolean => turns.enter('strangers', subject, work)
    expect(enter('first')).toBe(true)
    const inLine = Array.from({ length: 1100 }, () => enter('many'))
    expect(inLine.filter(Boolean)).toHaveLength(1024)
    expect(enter('one')).toBe(true)
    const others = Array.from({ length: 17_000 }, (_, at) => enter(`other ${at}`))
    expect(others.filter(Boolean)).toHaveLength(16_384 - 1025)
    expect(turns.enter('people', 'ada', () => undefined)).toBe(true)
    // Work that is left over would run in the middle of the next file of tests.
    isOver = true
    await expect.poll(() => started).toBe(1 + 16_384)
  })

  test('what a request does after its first promises belongs to its turn', async () => {
    const order: string[] = []
    const turns = new FairTurns()
    const work = async (name: string): Promise<void> => {
      for (let step = 0; step < 20; step++) await Promise.resolve()
      spin(WORK_MS)
      order.push(name)
    }
    turns.enter('strangers', 'first', () => spin(WORK_MS))
    for (let at = 0; at < 10; at++) turns.enter('strangers', `192.0.2.${at}`, () => void work('stranger'))
    await expect.poll(() => order.length, { interval: 1, timeout: 10_000 }).toBeGreaterThan(0)
    const before = order.length
    expect(before).toBeLessThan(10)
    turns.enter('people', 'ada', () => void work('ada'))
    await expect.poll(() => order.length, { timeout: 10_000 }).toBe(11)
    expect(order.indexOf('ada')).toBeLessThanOrEqual(before)
  })
})

describe('the hook', () => {
  let app: FastifyInstance
  const open: net.Socket[] = []
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy()
    await app.close()
  })

  async function listen({ http2: isHttp2 = false } = {}): Promise<string[]> {
    const served: string[] = []
    app = (isHttp2 ? Fastify({ http2: true }) : Fastify({ trustProxy: true })) as unknown as FastifyInstance
    takeFairTurns(app, {
      rememberedSubject: ({ authorization }) => (authorization?.startsWith('Bearer ') ? authorization : undefined),
    })
    app.get('/:name', async (request) => {
      spin(WORK_MS)
      served.push((request.params as { name: string }).name)
      return ''
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    return served
  }

  /** One request over each connection first: Node accepts one connection in a turn, which is a turn in itself. */
  async function connect(count: number): Promise<net.Socket[]> {
    const { port } = app.server.address() as net.AddressInfo
    for (let at = 0; at < count; at++) {
      const socket = net.connect(port, '127.0.0.1')
      open.push(socket)
      send(socket, 'warm')
      await once(socket, 'data')
    }
    return open
  }

  const send = (socket: net.Socket | undefined, name: string, header = 'accept: */*'): void =>
    void socket?.write(`GET /${name} HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n`)
  const servedOf = (all: string[]): string[] => all.filter((name) => name !== 'warm')

  test('serves the remembered account first', async () => {
    const served = await listen()
    const [person, ...strangers] = await connect(41)
    strangers.forEach((socket, at) => send(socket, `stranger-${at}`, `x-forwarded-for: 192.0.2.${at}`))
    send(person, 'ada', 'authorization: Bearer ada')
    await expect.poll(() => servedOf(served).length, { timeout: 10_000 }).toBe(41)
    expect(servedOf(served).indexOf('ada')).toBeLessThan(10)
  })

  test('does not start what nobody waits for any more', async () => {
    const served = await listen()
    const [first, ...others] = await connect(30)
    for (const socket of others) send(socket, 'other')
    send(first, 'given-up')
    await expect.poll(() => servedOf(served).length, { interval: 1, timeout: 10_000 }).toBeGreaterThan(0)
    first?.resetAndDestroy()
    await expect.poll(() => servedOf(served).length, { timeout: 10_000 }).toBe(29)
    expect(served).not.toContain('given-up')
  })

  test('ends a connection that sends request upon request without waiting, and serves others meanwhile', async () => {
    const served = await listen()
    const [greedy, other] = await connect(2)
    greedy?.on('error', () => undefined)
    const closed = new Promise((resolve) => greedy?.once('close', resolve))
    greedy?.write('GET /greedy HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100))
    await closed
    const before = servedOf(served).length
    expect(before).toBeLessThan(40)
    send(other, 'other')
    await expect.poll(() => served.includes('other'), { timeout: 10_000 }).toBe(true)
    expect(servedOf(served).length).toBeLessThan(40)
  })

  test('answers each of a few requests that come on one connection', async () => {
    const served = await listen()
    const [socket] = await connect(1)
    for (let at = 0; at < 10; at++) send(socket, `page-${at}`)
    await expect.poll(() => servedOf(served).length, { timeout: 10_000 }).toBe(10)
  })

  test('does not start what was given up over HTTP/2', async () => {
    const served = await listen({ http2: true })
    const session = http2.connect(`http://127.0.0.1:${(app.server.address() as net.AddressInfo).port}`)
    const ask = (name: string): http2.ClientHttp2Stream =>
      session.request({ ':path': `/${name}` }).on('error', () => undefined)
    ask('warm').resume()
    await expect.poll(() => served.length, { timeout: 10_000 }).toBe(1)
    const others = Array.from({ length: 40 }, () => ask('other').resume())
    const last = ask('given-up')
    await expect.poll(() => servedOf(served).length, { interval: 1, timeout: 10_000 }).toBeGreaterThan(0)
    last.close(http2.constants.NGHTTP2_CANCEL)
    await expect.poll(() => servedOf(served).length, { timeout: 10_000 }).toBe(others.length)
    expect(served).not.toContain('given-up')
    session.destroy()
  })
})

function workload(workMs = WORK_MS) {
  const turns = new FairTurns()
  const started: string[] = []
  return {
    started,
    enter: (kind: 'people' | 'strangers', subject: string): boolean =>
      turns.enter(kind, subject, () => {
        spin(workMs)
        started.push(subject)
      }),
    whenStarted: async (count: number): Promise<void> => {
      await expect.poll(() => started.length, { interval: 1, timeout: 10_000 }).toBeGreaterThanOrEqual(count)
    },
  }
}

/** Keeps the thread busy, as parsing and planning do. */
function spin(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
