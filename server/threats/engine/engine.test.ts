import { expect, test } from 'vitest'
import { DETECTOR_NAMES, type DetectorName, WITHOUT_SENSITIVITY } from '#contract/threats.ts'
import { deviceScenarios } from '../scenarios/device-scenarios.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { readsByLinks, scenarios } from '../scenarios/scenarios.ts'
import { Counters } from './counters.ts'
import { Engine } from './engine.ts'

const NOW = Date.UTC(2026, 10, 26, 9, 1)
/** Noticed in the database, in the transaction of the change: test/threats/destruction.test.ts and grants.test.ts. */
const IN_DATABASE: readonly DetectorName[] = ['mass_destruction', 'privilege_change']

/** @returns which detectors found something, and after how many observations first. */
function show({ everySeconds, observations }: Scenario, factor = 1): Map<DetectorName, number> {
  const engine = new Engine(new Counters(Buffer.alloc(32, 7)))
  const found = new Map<DetectorName, number>()
  for (const [index, observation] of observations.entries()) {
    for (const { detector } of engine.inspect(observation, NOW + index * everySeconds * 1000, () => factor))
      if (!found.has(detector)) found.set(detector, index + 1)
  }
  return found
}

const all = DETECTOR_NAMES.flatMap((name) => {
  const pair = scenarios(NOW)[name]
  return pair ? [[name, pair] as const] : []
})

test('each detector that counts in memory has an attack and a near miss', () => {
  const names: string[] = [...all.map(([name]) => name), ...IN_DATABASE]
  expect(names.toSorted()).toEqual([...DETECTOR_NAMES].toSorted())
})

test.each(all)('%s finds its attack, and not what only looks like it', (name, { attack, nearMiss }) => {
  expect([...show(attack).keys()]).toContain(name)
  expect([...show(nearMiss).keys()]).not.toContain(name)
})

test('near misses set off no other detector either', () => {
  for (const [name, { nearMiss }] of all) {
    // Half of all tries are wrong there, and sixty of six accounts: other detectors are right to notice that.
    const others = [...show(nearMiss).keys()].filter(
      (other) => !(name === 'password_spray' && other === 'account_brute_force'),
    )
    expect(others, name).toEqual([])
  }
})

test.each(Object.entries(deviceScenarios))('a device: %s', (code, { attack, nearMiss }) => {
  const found = (scenario: Scenario) => {
    const engine = new Engine(new Counters(Buffer.alloc(32, 7)))
    return scenario.observations.flatMap((one, n) => engine.inspect(one, NOW + n * scenario.everySeconds * 1000))
  }
  expect(found(nearMiss)).toEqual([])
  expect(found(attack)[0]).toMatchObject({ detector: 'device_misuse', reasons: [{ code }] })
})

test('what a device did before its pause was lifted is not counted again, and of one that was revoked it is noted', () => {
  const engine = new Engine(new Counters(Buffer.alloc(32, 7)))
  const device = { deviceId: 'd', userId: 'u', kind: 'device_refused', why: 'replay' } as const
  const replay = (since: number, isRevoked = false) => engine.inspect({ ...device, since, isRevoked }, NOW)
  const findings = Array.from({ length: 6 }, () => replay(0))
  expect(findings.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 1])
  expect(findings[5]?.[0]?.enforcement).toBeUndefined()
  expect(replay(1)).toEqual([])
  expect(replay(0, true)).toMatchObject([{ enforcement: 'none' }])
})

test('a higher factor lets more pass', () => {
  const { account_brute_force: brute } = scenarios(NOW)
  expect(brute && show(brute.attack, 1).has('account_brute_force')).toBe(true)
  expect(brute && show(brute.attack, 4).has('account_brute_force')).toBe(false)
})

test('those without a sensitivity find as much with any', () => {
  for (const [name, { attack }] of all) {
    // A new country is unlike a person at any sensitivity; it counts for networks and programs.
    const isExact = WITHOUT_SENSITIVITY.includes(name) || name === 'new_context'
    expect(show(attack, 1_000_000).has(name), name).toBe(isExact)
  }
})

test('it says how long decisions took', () => {
  const engine = new Engine(new Counters(Buffer.alloc(32, 7)))
  expect(engine.durations()).toEqual({ decisions: 0, p50: 0, p99: 0, p999: 0, max: 0 })
  engine.inspect({ kind: 'link_unknown', ip: '192.0.2.1' }, NOW)
  const { decisions, p50, max } = engine.durations()
  expect(decisions).toBe(1)
  expect(p50).toBeGreaterThan(0)
  expect(max).toBeGreaterThanOrEqual(p50)
})

test('reading through links of today is noted once a day, for different files; a popular link is not', () => {
  const engine = new Engine(new Counters(Buffer.alloc(32, 7)))
  const found = (scenario: Scenario) =>
    scenario.observations.flatMap((one, n) => engine.inspect(one, NOW + n * scenario.everySeconds * 1000))
  expect(found(readsByLinks.nearMiss)).toEqual([])
  const [finding, ...more] = found(readsByLinks.attack)
  expect(more).toEqual([])
  expect(finding).toMatchObject({ enforcement: 'none', reasons: [{ code: 'read_by_own_links', files: 301 }] })
  expect(finding?.sessionId).toBeUndefined()
})
