import { DETECTORS, type DetectorName } from '#contract/threats.ts'
import { Counters } from '#server/threats/engine/counters.ts'
import type { Finding } from '#server/threats/engine/detector.ts'
import { Engine } from '#server/threats/engine/engine.ts'
import { DAY_MS, newInhabitant } from './ordinary-crowd.ts'
import { dayOfKind, type Kind, kindOfDay, KINDS } from './ordinary-days.ts'
import { seeded } from './statistics.ts'

const BEGIN = Date.UTC(2026, 0, 5)

/** Whether its person is held, slowed, refused or asked to pay, rather than notified. */
export const isDisturbing = ({ detector, enforcement }: Finding): boolean =>
  (enforcement ?? DETECTORS[detector].enforcement) !== 'none'

export type Disturbed = {
  kind: Kind
  userDays: number
  disturbed: number
  /** Days on which its person was notified and nothing else happened. */
  noted: number
  by: DetectorName[]
}

/**
 * Days of made-up people on which each does something that looks like an attack to a count, shown to the same engine as in the server. What is
 * destroyed is counted in the database: `ordinary-people.ts` shows that to a server.
 */
export function simulateOrdinary({ people, days, seed }: { people: number; days: number; seed: number }): Disturbed[] {
  const engine = new Engine(new Counters(Buffer.alloc(32, 7)))
  const random = seeded(seed)
  const crowd = Array.from({ length: people }, (_, n) => newInhabitant(n, random))
  const results = new Map(
    KINDS.map((kind) => [kind, { kind, userDays: 0, disturbed: 0, noted: 0, by: new Set<DetectorName>() }]),
  )
  for (let day = 0; day < days; day += 1) {
    const dayMs = BEGIN + day * DAY_MS
    const kinds = new Map(crowd.map((person) => [person, kindOfDay(person, dayMs, random)]))
    const moments = [...kinds].flatMap(([person, kind]) => dayOfKind(kind, { person, day, dayMs, random }))
    const found = new Map<string, Finding[]>()
    for (const { atMs, person, observation, onPassed } of moments.toSorted((a, b) => a.atMs - b.atMs)) {
      const findings = engine.inspect(observation(), atMs)
      if (findings.length > 0) found.set(person.id, [...(found.get(person.id) ?? []).slice(-20), ...findings])
      onPassed?.()
    }
    for (const [{ id }, kind] of kinds) {
      const result = results.get(kind)
      if (!result) continue
      const findings = found.get(id) ?? []
      const disturbing = findings.filter(isDisturbing)
      result.userDays += 1
      if (disturbing.length > 0) result.disturbed += 1
      else if (findings.length > 0) result.noted += 1
      for (const { detector } of disturbing) result.by.add(detector)
    }
  }
  return [...results.values()].map(({ by, ...result }) => ({ ...result, by: [...by] }))
}
