import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startPlainNode } from '../../support/server/plain-node.ts'
import { createTestDatabase } from '../../support/server/test-database.ts'
import { chaosSettings, reportFinding } from '../chaos-settings.ts'
import { signUp } from '../load.ts'
import { type Known, oddRequest } from './odd-requests.ts'

const REQUESTS = chaosSettings.isFull ? 1_000_000 : chaosSettings.isAsked ? 60_000 : 1500
const AT_ONCE = 24
/** Whoever does not answer an incomplete request for so long waits for the rest of it. */
const PATIENCE_MS = 1500
/** Of a server that holds nothing of what it refused. */
const MOST_MIB = 900
/** To try one again: the seed that a failure names. */
const FIRST = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31))

/** @returns the statuses that came, in order. */
function send(port: number, bytes: Buffer): Promise<number[]> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    let answer = ''
    const done = (): void => {
      socket.destroy()
      resolve([...answer.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status)))
    }
    socket.setTimeout(PATIENCE_MS, done)
    socket.on('error', () => undefined)
    socket.on('close', done)
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      // What follows is the content of an answer.
      if (answer.length > 4000) done()
    })
    socket.end(bytes)
  })
}

function memoryOf(pid: number): { nowMiB: number; mostMiB: number } {
  const text = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  const kib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0)
  return { nowMiB: Math.round(kib('VmRSS') / 1024), mostMiB: Math.round(kib('VmHWM') / 1024) }
}

test(
  `${REQUESTS} requests that are damaged, mixed up or made up end no server, and none is its fault`,
  { timeout: 120_000 + REQUESTS },
  async () => {
    const db = await createTestDatabase()
    onTestFinished(() => db.drop())
    const node = await startPlainNode(db, {
      MAILER_AUTOCONFIRM: 'true',
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_FACTOR: '1000000',
    })
    const { headers, vault } = await signUp(node.url)
    const port = Number(new URL(node.url).port)
    const token = headers.authorization.slice('Bearer '.length)
    const known: Known = { host: `127.0.0.1:${port}`, apikey: headers.apikey, token, userId: vault.userId }
    const statuses = new Map<number, number>()
    const faults: { seed: number; statuses: number[] }[] = []
    let next = FIRST
    const sendSome = async (): Promise<void> => {
      while (next < FIRST + REQUESTS && faults.length < 5) {
        const seed = next++
        const got = await send(port, oddRequest(seed, known))
        for (const status of got) statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (got.some((status) => status >= 500 && status !== 503)) faults.push({ seed, statuses: got })
      }
    }
    const begun = performance.now()
    await Promise.all(Array.from({ length: AT_ONCE }, sendSome))
    const seconds = (performance.now() - begun) / 1000

    expect(faults, `FUZZ_SEED=${faults[0]?.seed} tries again`).toEqual([])
    expect((await fetch(`${node.url}/livez`)).status).toBe(200)
    const { nowMiB, mostMiB } = memoryOf(node.process.pid)
    expect(mostMiB).toBeLessThan(MOST_MIB)
    expect(statuses.get(200) ?? 0, 'some are understood').toBeGreaterThan(0)
    const kinds = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
    reportFinding('malformed', {
      tried: `${REQUESTS} requests from seed ${FIRST}, ${Math.round(REQUESTS / seconds)} a second`,
      found: `${kinds.join(', ')}; no end of the process; ${nowMiB} MiB afterwards, ${mostMiB} MiB at most`,
    })
  },
)
