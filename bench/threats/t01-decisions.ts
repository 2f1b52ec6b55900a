import { hash } from 'node:crypto'
import { Counters } from '#server/threats/engine/counters.ts'
import { Engine } from '#server/threats/engine/engine.ts'
import type { Observation } from '#server/threats/engine/observation.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { medianOf, runRounds } from '../lib/rounds.ts'
import { summarise } from '../lib/statistics.ts'
import { noteLastRun } from './last-run.ts'
import { seeded } from './statistics.ts'

const OURS = 'a decision'
const LIMIT = 'a SHA-256 of the object’s name, which each decision makes at least once'

/** Decisions in the process that serves requests, with the counters of 20,000 people and 5,000 addresses. */
export const decisions: Entry = {
  name: 't01-decisions',
  title: 'decisions of the detectors about reads, sign-ins and refused objects',
  holdsBack:
    'a keyed hash for each value that is told apart: without the key somebody could choose values that count as one.',
  run,
}

async function run({ isQuick }: BenchContext): Promise<Section> {
  const count = isQuick ? 20_000 : 200_000
  const random = seeded(11)
  const mixed = Array.from({ length: count }, () => observationOf(random))
  const tails: number[] = []
  const measured = await runRounds(
    [
      {
        name: OURS,
        run: async () => {
          const engine = new Engine(new Counters(Buffer.alloc(32, 3)))
          const began = performance.now()
          for (const [index, observation] of mixed.entries()) {
            engine.inspect(observation, 1_800_000_000_000 + index)
          }
          const { p50, p99, p999 } = engine.durations()
          tails.push(p999)
          return {
            'per second': (count / (performance.now() - began)) * 1000,
            'p50 µs': p50,
            'p99 µs': p99,
            'p99.9 µs': p999,
          }
        },
      },
      {
        name: LIMIT,
        run: async () => {
          const began = performance.now()
          for (let index = 0; index < count; index += 1) hash('sha256', `object-${index}`, 'buffer')
          return { 'per second': (count / (performance.now() - began)) * 1000 }
        },
      },
    ],
    isQuick ? 2 : 7,
  )
  const tail = summarise(tails).median
  if (!isQuick) noteLastRun({ decisionMicroseconds: tail })
  return {
    tables: [{ caption: 'mixed observations', measured, ratioTo: [LIMIT] }],
    aims: [
      { what: 'p99.9 of a decision', got: tail, reachable: 1000, ambitious: 200, isUpperBound: true, unit: ' µs' },
      { what: 'decisions per second', got: medianOf(measured, OURS), reachable: 50_000, ambitious: 200_000 },
    ],
    notes: ['The figures in microseconds are those that the server itself keeps and shows to who manages security.'],
  }
}

function observationOf(random: () => number): Observation {
  const person = `person-${Math.floor(random() * 20_000)}`
  const session = { userId: person, sessionId: person }
  const kind = random()
  if (kind < 0.8) {
    const object = `${person}/${Math.floor(random() * 300)}`
    return {
      kind: 'file_read',
      ...session,
      object,
      isJudged: true,
      isAtHome: false,
      usual: 20,
      recoveredAtMs: undefined,
    }
  }
  const ip = `198.51.${Math.floor(random() * 20)}.${Math.floor(random() * 250)}`
  const origin = { ip, program: 'Mozilla', country: 'DE', asn: 3320 }
  if (kind < 0.95) return { kind: 'sign_in_failed', account: person, userId: person, origin, isKnownDevice: false }
  return { kind: 'object_refused', ...session, object: `${random()}` }
}
