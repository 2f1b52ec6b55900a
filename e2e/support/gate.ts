import http from 'node:http'
import net, { type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { keepAssets } from './kept-assets.ts'

/** More than a part of an upload. */
const HELD_BYTES = 16 * 1024 * 1024

export type Passed = { method: string; path: string }
type Wanted = (request: Passed) => boolean

/** A proxy between browser and server that a test opens and closes: what is "in the middle" then does not depend on speed. */
export type Gate = {
  url: string
  /** Where requests go; set it before the first one. */
  forwardTo: (url: string) => void
  /** Requests whose answer came through in full, in order. */
  passed: Passed[]
  /** How many requests came and have neither passed nor been given up by the browser. */
  underWay: (isWanted: Wanted) => number
  /** Keeps back requests before a byte of them reaches the server. @returns lets them all go. */
  holdRequests: (isWanted: Wanted) => () => void
  /** Lets requests reach the server and keeps back its answers. @returns lets them all go. */
  holdAnswers: (isWanted: Wanted) => () => void
  /** Keeps back the body of answers from byte `after` on. @returns lets them flow. */
  holdBodies: (isWanted: Wanted, after: number) => () => void
  /** Answers requests itself with a status of failure, before a byte of them reaches the server. @returns ends that. */
  refuse: (isWanted: Wanted) => () => void
  /** Breaks every connection and refuses new ones. */
  cut: () => void
  mend: () => void
  /** As it was at the start: nothing held, refused, cut or noted. */
  reset: () => void
  stop: () => Promise<void>
}

type Hold = { isWanted: Wanted; after: number; opened: Promise<void> }

export async function startGate(): Promise<Gate> {
  const sockets = new Set<Socket>()
  const passed: Passed[] = []
  const underWay = new Set<Passed>()
  const holds = { requests: new Set<Hold>(), answers: new Set<Hold>(), bodies: new Set<Hold>() }
  let target = new URL('http://localhost')
  const refusals = new Set<Wanted>()
  const assets = keepAssets()
  const opens = new Set<() => void>()
  let isCut = false

  const hold = (kind: Set<Hold>, isWanted: Wanted, after = 0) => {
    const { promise: opened, resolve } = Promise.withResolvers<void>()
    const one = { isWanted, after, opened }
    kind.add(one)
    const open = () => {
      opens.delete(open)
      kind.delete(one)
      resolve()
    }
    opens.add(open)
    return open
  }
  const waitFor = async (kind: Set<Hold>, request: Passed): Promise<void> => {
    for (const one of kind) if (one.isWanted(request)) await one.opened
  }

  const pass = async (incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/' } = incoming
    const request = { method, path }
    underWay.add(request)
    outgoing.on('close', () => underWay.delete(request))
    // Read while it is held: a socket that nobody reads does not notice that the browser gave up.
    const body = incoming.pipe(new PassThrough({ highWaterMark: HELD_BYTES }))
    await waitFor(holds.requests, request)
    if (incoming.socket.destroyed) return
    if ([...refusals].some((isWanted) => isWanted(request))) return refuse(body, outgoing)
    outgoing.on('close', () => outgoing.writableFinished && passed.push(request))
    if (assets.send(request, outgoing)) return void body.resume()
    const { hostname, port } = target
    const forwarded = http.request({ hostname, port, method, path, headers: incoming.headers, agent: false })
    forwarded.on('error', () => incoming.socket.destroy())
    outgoing.on('close', () => outgoing.writableFinished || forwarded.destroy())
    body.pipe(forwarded)
    const answer = await new Promise<http.IncomingMessage>((resolve) => forwarded.once('response', resolve))
    await waitFor(holds.answers, request)
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('error', () => outgoing.destroy())
    assets.keep(request, answer)
    const held = [...holds.bodies].find(({ isWanted }) => isWanted(request))
    if (held) pipeUpTo(answer, outgoing, held)
    else answer.pipe(outgoing)
  }
  const gate = http.createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  gate.on('upgrade', (incoming, client: Socket, head) => {
    const { method = 'GET', url: path = '/' } = incoming
    if ([...refusals].some((isWanted) => isWanted({ method, path }))) return client.destroy()
    passUpgrade(incoming, { client, head, target })
  })
  gate.on('connection', (socket) => {
    if (isCut) return socket.destroy()
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const address = gate.address()
  if (!address || typeof address === 'string') throw new Error('the gate has no port')
  const dropAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${address.port}`,
    forwardTo: (url) => void (target = new URL(url)),
    passed,
    underWay: (isWanted) => [...underWay].filter(isWanted).length,
    refuse: (isWanted) => {
      refusals.add(isWanted)
      return () => refusals.delete(isWanted)
    },
    holdRequests: (isWanted) => hold(holds.requests, isWanted),
    holdAnswers: (isWanted) => hold(holds.answers, isWanted),
    holdBodies: (isWanted, after) => hold(holds.bodies, isWanted, after),
    cut: () => {
      isCut = true
      dropAll()
    },
    mend: () => void (isCut = false),
    reset: () => {
      isCut = false
      refusals.clear()
      passed.length = 0
      for (const open of opens) open()
    },
    stop: async () => {
      dropAll()
      await new Promise((resolve) => gate.close(resolve))
    },
  }
}

function refuse(body: PassThrough, outgoing: http.ServerResponse): void {
  body.resume()
  outgoing.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"refused by the test"}')
}

type Upgrade = { client: Socket; head: Buffer; target: URL }

function passUpgrade({ method, url, rawHeaders }: http.IncomingMessage, { client, head, target }: Upgrade): void {
  const server = net.connect(Number(target.port), target.hostname)
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on('error', () => other.destroy()).on('close', () => other.destroy())
  }
  const headers = rawHeaders.reduce((text, part, i) => text + part + (i % 2 === 0 ? ': ' : '\r\n'), '')
  server.write(`${method} ${url} HTTP/1.1\r\n${headers}\r\n`)
  server.write(head)
  client.pipe(server).pipe(client)
}

function pipeUpTo(answer: http.IncomingMessage, outgoing: http.ServerResponse, held: Hold): void {
  let sentBytes = 0
  answer.on('data', (chunk: Buffer) => {
    outgoing.write(chunk)
    sentBytes += chunk.length
    if (sentBytes < held.after) return
    answer.pause()
    // From here on like any other body.
    void held.opened.then(() => answer.resume())
    held.after = Infinity
  })
  answer.on('end', () => outgoing.end())
}
