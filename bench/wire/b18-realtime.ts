import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { whenDone } from '../lib/cleanup.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { MEGABYTE } from '../lib/files.ts'
import { httpClient, succeed } from '../lib/http-client.ts'
import { commandLineOf, descendants, rssOf } from '../lib/processes.ts'
import { medianOf, runRounds, type Sample } from '../lib/rounds.ts'
import { type Account, type BenchServer, createAccount, startBenchServer } from '../lib/server.ts'
import { percentile } from '../lib/statistics.ts'

const MEMORY = 'MB of memory'
const TO_ALL = 'p95 ms to all'
/** Code that the first channels load is not counted. */
const WARM_CHANNELS = 20
const SETTLE_MS = 3000
const CHANGES = 20

/** Channels that listen to changes of a table, as the app's windows do, and do nothing. */
export const realtime: Entry = {
  name: 'b18-realtime',
  title: 'channels that listen to a table under row-level security',
  holdsBack: 'a WebSocket is a socket, a parser and buffers in Node; a channel on it is small beside them.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const count = isQuick ? 50 : 1000
  const each = name(count, count)
  const measured = await runRounds(
    [
      { name: each, run: () => measure(count, 1) },
      { name: name(count, count / 50), run: () => measure(count, 50) },
    ],
    isQuick ? 1 : 3,
  )
  return {
    tables: [{ caption: 'Added to the process of the server', measured, ratioTo: [] }],
    aims: [
      {
        what: `memory of ${each}`,
        got: medianOf(measured, each),
        reachable: 100,
        ambitious: 50,
        isUpperBound: true,
        unit: 'MB',
      },
    ],
    notes: [
      `A server of its own for each figure. Then ${CHANGES} rows are written one after the other, and every channel hears of each: from the request to the last of them. The clients run in the process of the bench.`,
    ],
  }
}

const name = (channels: number, connections: number): string => `${channels} channels on ${connections} connections`

async function measure(channels: number, perConnection: number): Promise<Sample> {
  const environment = { MAILER_AUTOCONFIRM: 'true', RATE_LIMIT_FACTOR: '1000000' }
  const others = new Set(descendants())
  const server = await startBenchServer({ environment })
  const serving = servingSince(others)
  const account = await createAccount(server.url)
  let left = 0
  let onLast: () => void = () => undefined
  const onChange = (): void => void (--left === 0 && onLast())
  await open(server, account, { channels: WARM_CHANNELS, perConnection: 10, onChange })
  await sleep(SETTLE_MS)
  const before = rssOf(serving)
  await open(server, account, { channels, perConnection, onChange })
  await sleep(SETTLE_MS)
  const added = (rssOf(serving) - before) / MEGABYTE
  const client = httpClient(server.url, 1)
  const times: number[] = []
  for (let i = 0; i < CHANGES; i++) {
    left = channels + WARM_CHANNELS
    const last = new Promise<void>((resolve) => (onLast = resolve))
    const from = performance.now()
    const body = JSON.stringify({ name: randomUUID() })
    const headers = { ...account.headers, 'content-type': 'application/json' }
    await succeed(client('/rest/v1/tags', { method: 'POST', headers, body }))
    await last
    times.push(performance.now() - from)
  }
  return { [MEMORY]: added, [TO_ALL]: percentile(times, 95), 'p50 ms to all': percentile(times, 50) }
}

type Wanted = { channels: number; perConnection: number; onChange: () => void }

async function open(
  server: BenchServer,
  account: Account,
  { channels, perConnection, onChange }: Wanted,
): Promise<void> {
  const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${account.headers.apikey}`
  const join = {
    access_token: account.headers.authorization.replace('Bearer ', ''),
    config: { postgres_changes: [{ event: '*', schema: 'public', table: 'tags' }] },
  }
  for (let opened = 0; opened < channels; opened += perConnection) {
    const socket = new WebSocket(address)
    whenDone(async () => socket.terminate())
    await new Promise<void>((resolve, reject) => {
      let joined = 0
      socket.once('error', reject)
      socket.once('open', () => {
        for (let i = 0; i < perConnection; i++) {
          socket.send(JSON.stringify([`${i}`, `${i}`, `realtime:bench-${i}`, 'phx_join', join]))
        }
      })
      socket.on('message', (data: Buffer) => {
        const text = data.toString()
        if (text.includes('"postgres_changes",{"ids"')) onChange()
        if (text.includes('"status":"error"')) reject(new Error(text))
        if (text.includes('phx_reply') && ++joined === perConnection) resolve()
      })
    })
  }
}

/** The process that serves, without PostgreSQL: the one that was not there before. */
function servingSince(before: ReadonlySet<number>): number {
  const found = descendants().find((id) => !before.has(id) && commandLineOf(id).includes('server/main.ts'))
  if (found === undefined) throw new Error('the process of the server was not found')
  return found
}
