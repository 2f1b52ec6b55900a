import type { DetectorName } from '#contract/threats.ts'
import { learn } from '#server/threats/detectors/new-context.ts'
import { Counters } from '#server/threats/engine/counters.ts'
import { Engine } from '#server/threats/engine/engine.ts'
import { NEW_PROFILE, type Observation, type Origin, type Profile } from '#server/threats/engine/observation.ts'
import { isAtHome, type Known, newKnown, noteSignIn, type Session } from './home-model.ts'
import { isDisturbing } from './disturbed.ts'
import { seeded } from './statistics.ts'

const DAY_MS = 86_400_000
const BEGIN = Date.UTC(2026, 0, 5)
const COUNTRIES = ['DE', 'FR', 'GB', 'ES', 'IT', 'PL', 'NL', 'SE', 'US', 'CA', 'JP', 'IN'] as const

type Person = {
  id: string
  home: Origin
  office: Origin
  devices: Set<string>
  profile: Profile
  known: Known
  /** Forgets cookies: every sign-in is on a new device. */
  isForgetful: boolean
  /** Copies everything at night. */
  hasBackup: boolean
  /** Files on a usual day. */
  pace: number
  days: number[]
}

type Crowd = { people: number; days: number; seed: number }

type ByDetector = Partial<Record<DetectorName, number>>
/** `noted`: days on which somebody was mailed, and nothing else happened. */
export type Benign = { userDays: number; interventions: ByDetector; daysWithAny: number; noted: ByDetector }

/**
 * Usual days of made-up people, shown to the same engine as in the server: what it would have done to them. Some forget their password or
 * their cookies, buy a phone, travel, copy everything at night, or read far more than usual for a day. It shows what the rules do, and not how people are.
 */
export function simulateBenign({ people, days, seed }: Crowd): Benign {
  const engine = new Engine(new Counters(Buffer.alloc(32, 5)))
  const [interventions, noted]: [ByDetector, ByDetector] = [{}, {}]
  let daysWithAny = 0
  for (const moments of usualDays({ people, days, seed })) {
    const hit = new Map<string, Map<DetectorName, boolean>>()
    for (const { atMs, observation, person, onPassed } of moments) {
      for (const finding of engine.inspect(typeof observation === 'function' ? observation() : observation, atMs)) {
        const found = hit.get(person.id) ?? new Map<DetectorName, boolean>()
        hit.set(person.id, found.set(finding.detector, found.get(finding.detector) === true || isDisturbing(finding)))
      }
      onPassed?.()
    }
    for (const detectors of hit.values()) {
      if ([...detectors.values()].includes(true)) daysWithAny += 1
      for (const [name, isHeld] of detectors) {
        const counts = isHeld ? interventions : noted
        counts[name] = (counts[name] ?? 0) + 1
      }
    }
  }
  return { userDays: people * days, interventions, daysWithAny, noted }
}

/** The moments of each day in order of the clock, as a server sees them. */
export function* usualDays({ people, days, seed }: Crowd): Generator<Moment[]> {
  const random = seeded(seed)
  const crowd = Array.from({ length: people }, (_, n) => newPerson(n, random))
  for (let day = 0; day < days; day += 1) {
    yield crowd.flatMap((person) => dayOf(person, BEGIN + day * DAY_MS, random)).toSorted((a, b) => a.atMs - b.atMs)
  }
}

export type Moment = {
  atMs: number
  observation: Observation | (() => Observation)
  person: Person
  onPassed?: () => void
}

function newPerson(n: number, random: () => number): Person {
  const country = pick(COUNTRIES, random)
  const program = pick(
    ['Mozilla (Windows NT) Chrome Safari', 'Mozilla (Macintosh) Safari', 'Mozilla (X; Linux) Firefox'],
    random,
  )
  const home = { ip: `198.18.${n >> 8}.${n & 255}`, program, country, asn: 1000 + Math.floor(random() * 40) }
  return {
    id: `person-${n}`,
    home,
    // Half of them work behind the address of an office.
    office: { ...home, ip: `198.19.0.${n % 20}`, asn: 2000 + (n % 20) },
    devices: new Set(),
    isForgetful: random() < 0.03,
    hasBackup: random() < 0.01,
    profile: NEW_PROFILE,
    known: newKnown(),
    pace: Math.exp(2.5 + 0.8 * (random() + random() + random() - 1.5)),
    days: [],
  }
}

function dayOf(person: Person, dayMs: number, random: () => number): Moment[] {
  const moments: Moment[] = []
  const isTravelling = random() < 0.004
  const origin = isTravelling
    ? { ...person.home, ip: '198.51.100.7', country: pick(COUNTRIES, random), asn: 3000 + Math.floor(random() * 50) }
    : random() < 0.5
      ? person.home
      : person.office
  const isNewDevice = person.devices.size === 0 || person.isForgetful || random() < 0.004
  const device = isNewDevice ? `device-${person.devices.size}` : pick([...person.devices], random)
  const at = dayMs + (isTravelling ? 16 : 8) * 3_600_000 + random() * 3_600_000
  const account = person.id
  const isKnown = () => person.devices.has(device)
  const wrong = random() < 0.1 ? 1 + Math.floor(random() * 3) : 0
  for (let n = 0; n < wrong; n += 1) {
    const observation = (): Observation => ({
      kind: 'sign_in_failed',
      account,
      userId: person.id,
      origin,
      isKnownDevice: isKnown(),
    })
    moments.push({ atMs: at + n * 8000, person, observation })
  }
  const signedInAt = at + wrong * 8000
  const session = { userId: person.id, sessionId: `${person.id}-${dayMs}` }
  const began: Session = { id: session.sessionId, beganMs: signedInAt, from: origin, device }
  moments.push({
    atMs: signedInAt,
    person,
    observation: () => ({
      kind: 'signed_in',
      ...session,
      account,
      origin,
      isKnownDevice: isKnown(),
      profile: person.profile,
    }),
    onPassed: () => {
      person.devices.add(device)
      noteSignIn(person.known, began)
      person.profile = learn(person.profile, origin, signedInAt)
    },
  })
  moments.push(...readsOf(person, { dayMs, began, random }))
  if (random() < 0.02) moments.push({ atMs: signedInAt, person, observation: { kind: 'link_unknown', ip: origin.ip } })
  return moments
}

function readsOf(
  person: Person,
  { dayMs, began, random }: { dayMs: number; began: Session; random: () => number },
): Moment[] {
  const moments: Moment[] = []
  const files = Math.round(person.pace * (random() < 0.01 ? 12 : 0.3 + 1.4 * random()))
  const copied = person.hasBackup ? 1200 : 0
  const usual = person.days.length > 0 ? person.days.reduce((sum, one) => sum + one, 0) / person.days.length : 0
  const readAt = (atMs: number, object: string): Moment => ({
    atMs,
    person,
    observation: () => {
      const isHome = isAtHome(person.known, began, atMs)
      const session = { userId: person.id, sessionId: began.id }
      return {
        kind: 'file_read',
        ...session,
        object,
        isJudged: !isHome,
        isAtHome: isHome,
        usual,
        recoveredAtMs: undefined,
      }
    },
  })
  for (let n = 0; n < files; n += 1) {
    const object = `${person.id}/${Math.floor(random() * person.pace * 40)}`
    moments.push(readAt(began.beganMs + random() * 8 * 3_600_000, object))
  }
  person.days = [...person.days, files + copied].slice(-14)
  for (let n = 0; n < copied; n += 1) moments.push(readAt(dayMs + 23 * 3_600_000 + n * 1500, `${person.id}/${n}`))
  return moments
}

const pick = <T>(values: readonly [T, ...T[]] | readonly T[], random: () => number): T => {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}
