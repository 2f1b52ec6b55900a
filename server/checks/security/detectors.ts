import { randomBytes, randomUUID } from 'node:crypto'
import type { DetectorName } from '#contract/threats.ts'
import { Counters } from '../../threats/engine/counters.ts'
import { Engine } from '../../threats/engine/engine.ts'
import type { Observation } from '../../threats/engine/observation.ts'
import { type Check, expectThat, noneOf } from '../check.ts'

const SLOWEST_P99_US = 1000
const EVERY_MS = 500

type Attack = { by: DetectorName; observations: (person: Person) => Observation[] }
type Person = { userId: string; sessionId: string }

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const guess = (account: string, ip: string, userId?: string): Observation => ({
  kind: 'sign_in_failed',
  account,
  userId,
  origin: { ip, program: 'probe' },
  isKnownDevice: false,
})
const read = (person: Person, object: string): Observation => ({
  kind: 'file_read',
  ...person,
  object,
  isJudged: true,
  isAtHome: false,
  usual: 10,
  recoveredAtMs: undefined,
})

/** Each as plain as it gets: docs/threats.md has the limits. */
const ATTACKS: readonly Attack[] = [
  {
    by: 'account_brute_force',
    observations: ({ userId }) => times(60, (at) => guess('probe@probe.invalid', `192.0.2.${at}`, userId)),
  },
  { by: 'credential_stuffing', observations: () => times(200, (at) => guess(`probe${at}@probe.invalid`, '192.0.2.1')) },
  { by: 'mass_download', observations: (person) => times(1500, (at) => read(person, `object${at}`)) },
  { by: 'link_scraping', observations: () => times(200, () => ({ kind: 'link_unknown', ip: '192.0.2.9' })) },
  {
    by: 'probing',
    observations: (person) => times(200, (at) => ({ kind: 'object_refused', ...person, object: `object${at}` })),
  },
  {
    by: 'canary',
    observations: ({ userId }) => [
      { kind: 'canary_touched', what: 'file', owner: userId, id: randomUUID(), ip: '192.0.2.7' },
    ],
  },
]

/** SEC-14: in an engine of its own, so that nobody is held and nothing is counted. */
export const detectorsRecogniseAttacks: Check = async ({ patience }) => {
  const engine = new Engine(new Counters(randomBytes(32)))
  const person = { userId: randomUUID(), sessionId: randomUUID() }
  const quiet = found(engine, [
    guess('quiet@probe.invalid', '192.0.2.200'),
    read({ ...person, userId: randomUUID() }, 'one'),
  ])
  expectThat(quiet.size === 0, `A forgotten password and one file are taken for an attack: ${[...quiet].join(', ')}`)
  const missed = ATTACKS.filter(({ by, observations }) => !found(engine, observations(person)).has(by)).map(
    ({ by }) => by,
  )
  const { decisions, p99 } = engine.durations()
  const evidence = { attacks: ATTACKS.length, decisions, p99_us: p99 }
  expectThat(p99 < SLOWEST_P99_US * patience, `A decision takes ${Math.round(p99)} microseconds at p99`, evidence)
  return noneOf(missed, 'An attack is not recognised', evidence)
}

function found(engine: Engine, observations: readonly Observation[]): Set<DetectorName> {
  const begin = Date.now()
  return new Set(
    observations.flatMap((one, at) => engine.inspect(one, begin + at * EVERY_MS).map(({ detector }) => detector)),
  )
}
