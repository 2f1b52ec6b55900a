import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startSingle } from './cluster.ts'
import { chaosSettings, report } from './chaos-settings.ts'
import { findLost, runLoad, signUp } from './load.ts'

const MiB = 1024 * 1024
const KILLS = chaosSettings.isFull ? (chaosSettings.kills ?? 120) : 1
const LONGEST_MS = 2500

test('one server, killed with its database at random moments under load: nothing that was acknowledged is lost', async () => {
  const node = await startSingle()
  const clients = await Promise.all(Array.from({ length: 3 }, () => signUp(node.url)))
  let kills = 0
  const isOver = () => kills === KILLS
  const sizes: [number, ...number[]] = [9 * MiB, ...Array.from({ length: 12 }, (_, n) => 1000 + n * 40_000)]
  const load = runLoad(clients, { isOver, sizes })
  for (; kills < KILLS; kills++) {
    await sleep(randomInt(LONGEST_MS))
    await node.killAndStart()
  }
  const seen = await load
  const lost = await findLost(seen)
  report('single', { kills, seen, lost })
  expect(lost).toEqual([])
  expect(seen.wrong).toEqual([])
  expect(seen.stored.length).toBeGreaterThan(0)
})
