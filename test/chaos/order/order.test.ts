import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { chaosSettings, reportFinding } from '../chaos-settings.ts'
import { balancer, startCluster } from '../cluster.ts'
import { type Client, signUp } from '../load.ts'
import { type Asked, type Heard, isLinearizable, type Operation } from './linearizable.ts'

const ROUNDS = chaosSettings.isFull ? 300 : 30
/** Who deletes and replaces more than a person does is held up by the detectors. */
const ROUNDS_OF_ONE = 2
const CLIENTS = 5
const EACH = 8
const KILL_EVERY_MS = 1000
const LIMIT_MS = 20_000

type Session = { url: string; client: Client }

/** Asks one node, once: what is not answered stays open. */
async function ask({ url, client }: Session, round: number, asked: Asked): Promise<Heard> {
  const key = (name: string) => `${client.vault.userId}/order/${round}-${name}`
  const request = (path: string, init: RequestInit, json?: unknown) =>
    fetch(`${url}/storage/v1/object${path}`, {
      ...init,
      headers: {
        ...client.headers,
        'x-upsert': 'true',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(LIMIT_MS),
    })
  const bucket = 'encrypted-files'
  if (asked.do === 'put')
    return (await request(`/${bucket}/${key(asked.name)}`, { method: 'POST', body: asked.value })).ok
      ? { isDone: true }
      : undefined
  if (asked.do === 'read') {
    const answer = await request(`/authenticated/${bucket}/${key(asked.name)}`, {})
    const text = await answer.text()
    if (answer.ok) return { value: text }
    return text.includes('NoSuchKey') ? { value: undefined } : undefined
  }
  if (asked.do === 'delete') {
    const answer = await request(`/${bucket}`, { method: 'DELETE' }, { prefixes: [key(asked.name)] })
    const rows: unknown = answer.ok ? await answer.json() : undefined
    return Array.isArray(rows) ? { isDone: rows.length > 0 } : undefined
  }
  const places = { bucketId: bucket, sourceKey: key(asked.from), destinationKey: key(asked.to) }
  const moved = await request('/move', { method: 'POST' }, places)
  const text = await moved.text()
  if (moved.ok) return { isDone: true }
  return /NoSuchKey|ResourceAlreadyExists/.test(text) ? { isDone: false } : undefined
}

let values = 0
function draw(): Asked {
  const [one, other] = randomInt(2) ? ['a', 'b'] : ['b', 'a']
  const kinds: Asked[] = [
    { do: 'put', name: one, value: `value ${values++}` },
    { do: 'read', name: one },
    { do: 'read', name: one },
    { do: 'delete', name: one },
    { do: 'move', from: one, to: other },
  ]
  return kinds[randomInt(kinds.length)] ?? { do: 'read', name: one }
}

async function play(sessions: readonly Session[], round: number): Promise<Operation[]> {
  const history: Operation[] = []
  const one = async (): Promise<void> => {
    for (let count = 0; count < EACH; count++) {
      const session = sessions[randomInt(sessions.length)]
      if (!session) return
      const asked = draw()
      const begunAt = performance.now()
      const heard = await ask(session, round, asked).catch(() => undefined)
      history.push({ asked, heard, begunAt, endedAt: performance.now() })
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, one))
  return history
}

test(
  'three nodes, killed meanwhile, answer about one name as one store that does one thing at a time would',
  { ...needs(balancer && chaosSettings.isAsked, 'HAProxy, and `npm run chaos`'), timeout: 120_000 + ROUNDS * 5000 },
  async () => {
    const { url, nodes } = await startCluster(3)
    const people: Client[] = []
    for (let count = 0; count < ROUNDS / ROUNDS_OF_ONE; count++) people.push(await signUp(url))
    const addresses = [url, ...nodes.map((node) => node.url)]
    const over = new AbortController()
    let kills = 0
    const killing = (async () => {
      for (; !over.signal.aborted; kills++) {
        await sleep(KILL_EVERY_MS)
        await nodes[kills % nodes.length]?.killAndStart()
      }
    })()
    let [asked, open] = [0, 0]
    const wrong: Operation[][] = []
    for (let round = 0; round < ROUNDS; round++) {
      const client = people[Math.floor(round / ROUNDS_OF_ONE)]
      if (!client) throw new Error('nobody asks')
      const history = await play(
        addresses.map((one) => ({ url: one, client })),
        round,
      )
      asked += history.length
      open += history.filter(({ heard }) => !heard).length
      if (!isLinearizable(history)) wrong.push(history)
    }
    over.abort()
    await killing
    reportFinding('order', {
      tried: `${ROUNDS} histories of ${CLIENTS} clients over ${nodes.length} nodes, ${asked} questions, ${open} without an answer, ${kills} kills`,
      found: `${wrong.length} histories without an order`,
    })
    expect(wrong).toEqual([])
    expect(asked - open).toBeGreaterThan(asked / 2)
  },
)
