import { randomBytes } from 'node:crypto'
import { DETECTOR_NAMES, type DetectorName } from '#contract/threats.ts'
import { Counters } from '../../threats/engine/counters.ts'
import { Engine } from '../../threats/engine/engine.ts'
import { deviceScenarios } from '../../threats/scenarios/device-scenarios.ts'
import type { Pair, Scenario } from '../../threats/scenarios/scenario.ts'
import { readsByLinks, scenarios } from '../../threats/scenarios/scenarios.ts'
import { type Check, expectThat, noneOf } from '../check.ts'
import { detectedInDatabase } from './database-detectors.ts'

const SLOWEST_P99_US = 1000

/** SEC-14: in engines of its own, and in transactions that are undone, so that nobody is held and nothing is counted. */
export const detectorsRecogniseAttacks: Check = async (context) => {
  const nowMs = Date.now()
  const pairs = pairsOf(nowMs)
  const inDatabase = await detectedInDatabase(context)
  const engine = new Engine(new Counters(randomBytes(32)))
  for (const { attack, nearMiss } of pairs.map(({ pair }) => pair)) {
    found(nearMiss, nowMs, engine)
    found(attack, nowMs, engine)
  }
  const tried = [
    ...pairs.map(({ by, pair: { attack, nearMiss } }) => ({
      by,
      isFound: found(attack, nowMs).has(by),
      isQuiet: !found(nearMiss, nowMs).has(by),
    })),
    ...inDatabase,
  ]
  const names = new Set(tried.map(({ by }) => by))
  const untried = DETECTOR_NAMES.filter((name) => !names.has(name))
  expectThat(untried.length === 0, `No attack is known of: ${untried.join(', ')}`)
  const { decisions, p99 } = engine.durations()
  const evidence = { detectors: names.size, attacks: tried.length, usual_days: tried.length, decisions, p99_us: p99 }
  const missed = tried.filter(({ isFound }) => !isFound).map(({ by }) => by)
  if (missed.length > 0) return noneOf([...new Set(missed)], 'An attack is not recognised', evidence)
  const taken = tried.filter(({ isQuiet }) => !isQuiet).map(({ by }) => by)
  if (taken.length > 0) return noneOf([...new Set(taken)], 'What is usual is taken for an attack', evidence)
  const isQuick = p99 < SLOWEST_P99_US * context.patience
  expectThat(isQuick, `A decision takes ${Math.round(p99)} microseconds at p99`, evidence)
  return noneOf([], '', evidence)
}

/** Attacks, each with what looks like it and is none: docs/threats.md has the limits. Some detectors have several. */
function pairsOf(nowMs: number): { by: DetectorName; pair: Pair }[] {
  const plain = scenarios(nowMs)
  return [
    ...DETECTOR_NAMES.flatMap((by) => (plain[by] ? [{ by, pair: plain[by] }] : [])),
    { by: 'slow_exfiltration', pair: readsByLinks },
    ...Object.values(deviceScenarios).map((pair) => ({ by: 'device_misuse' as const, pair })),
  ]
}

/** @param engine another one each time, so that nothing else was counted before */
function found(
  { everySeconds, observations }: Scenario,
  nowMs: number,
  engine = new Engine(new Counters(randomBytes(32))),
): Set<DetectorName> {
  return new Set(
    observations.flatMap((one, at) =>
      engine.inspect(one, nowMs + at * everySeconds * 1000).map(({ detector }) => detector),
    ),
  )
}
