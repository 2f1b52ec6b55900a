import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { needs } from '#crypto/testing/needs.ts'
import { balancer, startCluster } from './cluster.ts'
import { chaosSettings, report } from './chaos-settings.ts'
import { findLost, runLoad, signUp } from './load.ts'

const MiB = 1024 * 1024
const { isFull } = chaosSettings
const KILLS = isFull ? (chaosSettings.kills ?? 60) : 2
const EVERY_MS = isFull ? 5000 : 2000
/** Mostly one request each, some in a few parts, and, in the whole run, some of a hundred megabytes. */
const SMALL = Array.from({ length: 12 }, (_, n) => 1000 + n * 40_000)
const LARGE = isFull ? [9 * MiB, 100 * MiB] : [9 * MiB]

test(
  'three nodes, killed one after the other under load: nothing that was acknowledged is lost',
  needs(balancer, 'HAProxy'),
  async () => {
    const cluster = await startCluster(3)
    const clients = await Promise.all(Array.from({ length: 3 }, () => signUp(cluster.url)))
    let kills = 0
    const isOver = () => kills === KILLS
    const load = runLoad(clients, { isOver, sizes: [20 * MiB, ...SMALL, ...LARGE] })
    for (; kills < KILLS; kills++) {
      await sleep(EVERY_MS)
      await cluster.nodes[kills % cluster.nodes.length]?.killAndStart()
    }
    const seen = await load
    const lost = await findLost(seen)

    const bytes = seen.stored.reduce((sum, { file }) => sum + file.sizeBytes, 0)
    report('nodes', { kills, seen, lost })
    expect(lost).toEqual([])
    expect(seen.wrong).toEqual([])
    // Although each request was repeated: one in a thousand at most.
    const most = (seen.stored.length + seen.reads) / 1000
    expect(seen.failures.length, String(seen.failures[0])).toBeLessThanOrEqual(most)
    expect(bytes).toBeGreaterThanOrEqual(clients.length * 20 * MiB)
  },
)
