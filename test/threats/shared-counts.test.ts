import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DetectorName } from '#contract/threats.ts'
import { Counters } from '#server/threats/engine/counters.ts'
import { Engine } from '#server/threats/engine/engine.ts'
import { createTestDatabase, type TestDatabase } from '../support/server/test-database.ts'
import { deviceScenarios } from '#server/threats/scenarios/device-scenarios.ts'
import type { Scenario } from '#server/threats/scenarios/scenario.ts'
import { readsByLinks, scenarios } from '#server/threats/scenarios/scenarios.ts'

const SECRET = Buffer.alloc(32, 9)
/** Of the database too, which forgets nothing before its time. */
const NOW = Date.now()

let test1: TestDatabase
beforeAll(async () => {
  test1 = await createTestDatabase()
})
afterAll(() => test1.drop())
beforeEach(() => test1.database.owner('truncate threats.counters'))

type Process = { engine: Engine; counters: Counters }
function startProcess(): Process {
  const counters = new Counters(SECRET)
  return { counters, engine: new Engine(counters) }
}

/** Shows each observation to the process that `choose` says; they exchange what they counted after each second, as servers do. */
async function show(
  { everySeconds, observations }: Scenario,
  choose: (index: number) => Process,
): Promise<Set<DetectorName>> {
  const found = new Set<DetectorName>()
  const met = new Set<Process>()
  let exchangedAt = NOW
  for (const [index, observation] of observations.entries()) {
    const nowMs = NOW + index * everySeconds * 1000
    const process = choose(index)
    met.add(process)
    for (const { detector } of process.engine.inspect(observation, nowMs)) found.add(detector)
    if (nowMs - exchangedAt < 1000 && everySeconds > 0) continue
    for (const one of met) await one.counters.exchange(test1.database, nowMs)
    exchangedAt = nowMs
  }
  return found
}

const all = [
  ...Object.entries(scenarios(NOW)),
  ['slow_exfiltration', readsByLinks] as const,
  ...Object.values(deviceScenarios).map((pair) => ['device_misuse', pair] as const),
]

test.each(all)('%s finds an attack that is spread over two servers', async (name, { attack, nearMiss }) => {
  const servers = [startProcess(), startProcess()] as const
  const turns = (index: number) => servers[index % 2 === 0 ? 0 : 1]
  expect([...(await show(attack, turns))]).toContain(name)
  await test1.database.owner('truncate threats.counters')
  const others = [startProcess(), startProcess()] as const
  expect([...(await show(nearMiss, (index) => others[index % 2 === 0 ? 0 : 1]))]).not.toContain(name)
})

test.each(all)('%s finds an attack that continues after a restart', async (name, { attack }) => {
  const half = Math.ceil(attack.observations.length / 2)
  const [before, after] = [startProcess(), startProcess()]
  expect([...(await show(attack, (index) => (index < half ? before : after)))]).toContain(name)
})

test('what one server counted while the database was away is exchanged later', async () => {
  const counters = new Counters(SECRET)
  const broken = await createTestDatabase()
  await broken.drop()
  counters.pour('a', { amount: 5, drainSeconds: 1000, nowMs: NOW })
  counters.distinct('b', 'x', { windowMs: 60_000, nowMs: NOW })
  await expect(counters.exchange(broken.database, NOW)).rejects.toThrow()
  await counters.exchange(test1.database, NOW)
  const other = new Counters(SECRET)
  other.pour('a', { drainSeconds: 1000, nowMs: NOW })
  other.distinct('b', 'y', { windowMs: 60_000, nowMs: NOW })
  await other.exchange(test1.database, NOW)
  expect(other.level('a', NOW)).toBeCloseTo(6)
  expect(other.distinct('b', 'x', { windowMs: 60_000, nowMs: NOW })).toEqual({ size: 2, isNew: false })
})

test('no key of a counter says whom it is about', async () => {
  const counters = new Counters(SECRET)
  counters.pour('links/192.0.2.77', { drainSeconds: 6, nowMs: NOW })
  await counters.exchange(test1.database, NOW)
  const { rows } = await test1.database.owner<{ key: string }>('select key from threats.counters')
  expect(rows).toHaveLength(1)
  expect(rows[0]?.key).not.toContain('192.0.2.77')
})
