import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { findProxy, type ProxyName } from '../../scripts/proxies.mjs'
import { chaosSettings, reportFinding } from './chaos-settings.ts'
import { type RelayedCluster, startRelayedCluster } from './cluster.ts'
import { type Client, signUp } from './load.ts'

/** How long somebody may be without an answer. Only a whole run is held to it: beside other tests a machine may be slow. */
const MOST_MS = 15_000
const PEOPLE = 6
const WARM_MS = 1500

type Node = RelayedCluster['nodes'][number]
type Fault = { name: string; begin: (node: Node) => void; end: (node: Node) => void }
/** `faults`: those that the balancer leaves a node out for. This nginx asks no server whether it is ready. */
type Balancer = { name: string; proxy: ProxyName; finding: string; faults: readonly Fault[] }

const cut = (line: keyof Node['lines']): Pick<Fault, 'begin' | 'end'> => ({
  begin: ({ lines }) => lines[line].silence(),
  end: ({ lines }) => lines[line].heal(),
})
const FAULTS: Fault[] = [
  { name: 'it hangs', begin: (node) => node.freeze(), end: (node) => node.thaw() },
  { name: 'people do not reach it', ...cut('people') },
  { name: 'it does not reach PostgreSQL', ...cut('database') },
  { name: 'it does not reach the bucket', ...cut('bucket') },
]

const BALANCERS: Balancer[] = [
  { name: 'HAProxy', proxy: 'haproxy', finding: 'half-open', faults: FAULTS },
  { name: 'Caddy', proxy: 'caddy', finding: 'half-open-caddy', faults: FAULTS },
  { name: 'nginx', proxy: 'nginx', finding: 'half-open-nginx', faults: FAULTS.slice(0, 2) },
]

/** When somebody was answered last, and how long they were without an answer at most. */
type Answered = { at: number; longestMs: number }

/** Asks again and again, as a page does: half a second after a failure, and with no limit of its own to a wait. */
async function keepAsking(answered: Answered, work: () => Promise<void>, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      await work()
      answered.longestMs = Math.max(answered.longestMs, performance.now() - answered.at)
      answered.at = performance.now()
      await sleep(100)
    } catch {
      await sleep(500)
    }
  }
}

async function askRows({ api }: Client): Promise<void> {
  await api.rest('profiles?select=user_id&limit=1')
}

async function storeAndRead({ api, vault }: Client): Promise<void> {
  const bytes = randomBytes(30_000)
  const path = `/storage/v1/object/encrypted-files/${vault.userId}/${bytes.toString('hex', 0, 8)}`
  await api.fetch(path, { method: 'POST', body: new Blob([bytes]) })
  const read = await api.fetch(path, { method: 'GET' })
  if (!Buffer.from(await read.arrayBuffer()).equals(bytes)) throw new Error('other bytes')
}

/** @returns how long somebody was without an answer at most, while nothing of the fault was over. */
async function longestWithoutAnswer(node: Node, { begin, end }: Fault, people: readonly Answered[]): Promise<number> {
  await sleep(WARM_MS)
  for (const answered of people) answered.longestMs = 0
  const begun = performance.now()
  begin(node)
  // Longer than anybody may be without an answer, so that it would be seen.
  await sleep(chaosSettings.isFull ? MOST_MS + 5000 : 1000)
  const silent = () => people.filter(({ at }) => at < begun + 1000).length
  await expect.poll(silent, { timeout: 100_000 }).toBe(0)
  const longestMs = Math.max(...people.map((answered) => answered.longestMs))
  end(node)
  await expect.poll(() => fetch(`${node.url}/readyz`).then(({ status }) => status)).toBe(200)
  return longestMs
}

describe.each(BALANCERS)('behind $name', ({ name: program, proxy, finding, faults }) => {
  const found = findProxy(proxy) && chaosSettings.isAsked
  const options = { ...needs(found, `${program}, and \`npm run chaos\``), timeout: 400_000 }
  test(
    'one of three nodes says nothing more: everybody is served by the others, although nothing was closed',
    options,
    async () => {
      const { url, nodes } = await startRelayedCluster(3, proxy)
      const clients = await Promise.all(Array.from({ length: PEOPLE }, () => signUp(url)))
      let isOver = false
      const people: Answered[] = []
      const asking = clients.flatMap((client) =>
        [askRows, storeAndRead].map((work) => {
          const answered = { at: performance.now(), longestMs: 0 }
          people.push(answered)
          return keepAsking(
            answered,
            () => work(client),
            () => isOver,
          )
        }),
      )
      const waits: { name: string; longestMs: number }[] = []
      for (const [index, fault] of faults.entries()) {
        const node = nodes[index % nodes.length]
        if (!node) throw new Error('no node')
        waits.push({ name: fault.name, longestMs: await longestWithoutAnswer(node, fault, people) })
      }
      isOver = true
      await Promise.all(asking)

      const words = waits.map(({ name, longestMs }) => `${(longestMs / 1000).toFixed(1)} s (${name})`)
      reportFinding(finding, {
        tried: `${faults.length} ways, while ${PEOPLE} people ask, store and read`,
        found: `longest time that somebody was without an answer: ${words.join(', ')}`,
      })
      if (chaosSettings.isFull) expect(Math.max(...waits.map(({ longestMs }) => longestMs))).toBeLessThan(MOST_MS)
    },
  )
})
