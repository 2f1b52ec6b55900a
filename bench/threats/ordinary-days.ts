import { learn } from '#server/threats/detectors/new-context.ts'
import type { Observation, Origin } from '#server/threats/engine/observation.ts'
import { isAtHome, noteSignIn, type Session } from './home-model.ts'
import {
  abroad,
  DAY_MS,
  homeOf,
  HOUR_MS,
  type Inhabitant,
  mobileOf,
  officeOf,
  pick,
  type Random,
  usualOf,
} from './ordinary-crowd.ts'

/** What ordinary people do that looks like an attack to a count. */
export const KINDS = [
  'photos_450',
  'photos_20000',
  'nightly_check',
  'export',
  'new_computer',
  'renamed_browser',
  'commuter',
  'traveller',
  'way_out_abroad',
  'office',
  'new_password',
  'member_left',
  'album_of_others',
] as const
export type Kind = (typeof KINDS)[number]

export type OrdinaryMoment = { atMs: number; person: Inhabitant; observation: () => Observation; onPassed?: () => void }

type Day = { person: Inhabitant; day: number; dayMs: number; random: Random; moments: OrdinaryMoment[] }

/** The moments of one day of one person, of that kind, as the server is shown them. */
export function dayOfKind(kind: Kind, given: Omit<Day, 'moments'>): OrdinaryMoment[] {
  const day: Day = { ...given, moments: [] }
  if (day.day === 0) signIn(day, { atHour: 7, from: homeOf(given.person, 0), device: given.person.laptop })
  LIVED[kind](day)
  return day.moments
}

const PHOTOS = 450
const SHARED_FILES = 2000

const LIVED: Record<Kind, (day: Day) => void> = {
  // Tiles come in as fast as they are scrolled to.
  photos_450: (day) => {
    const session = signIn(day, { atHour: 19, from: homeOf(day.person, day.day), device: day.person.laptop })
    readOwn(day, { session, from: 19.1, files: PHOTOS, everyMs: 250 })
  },
  photos_20000: (day) => {
    const session = signIn(day, { atHour: 13, from: homeOf(day.person, day.day), device: day.person.laptop })
    readOwn(day, { session, from: 13.1, files: 20_000, everyMs: 300 })
  },
  // The session of the command line began weeks ago, and the address of the home changes while it reads.
  nightly_check: (day) => {
    const { person } = day
    const program = { ...homeOf(person, day.day), program: 'node' }
    const session = keptSession(day, { from: { ...homeOf(person, 0), program: 'node' }, device: `node of ${person.n}` })
    refresh(day, {
      session,
      atHour: 2,
      before: { ...homeOf(person, Math.max(0, day.day - 1)), program: 'node' },
      now: program,
    })
    readOwn(day, { session, from: 2.1, files: 1200, everyMs: 120 })
  },
  export: (day) => {
    const session = signIn(day, { atHour: 20, from: homeOf(day.person, day.day), device: day.person.laptop })
    readOwn(day, { session, from: 20.1, files: 3000, everyMs: 100 })
  },
  // At home or at work, and everything is read at once.
  new_computer: (day) => {
    const { person, random } = day
    person.laptop = `laptop ${(person.devices += 1)} of ${person.n}`
    const from = random() < 0.8 ? homeOf(person, day.day) : officeOf(person)
    // In the office they were before.
    if (from.asn !== homeOf(person, 0).asn) seenBefore(day, officeOf(person))
    const session = signIn(day, { atHour: 10, from, device: person.laptop })
    readOwn(day, { session, from: 10.1, files: 2500, everyMs: 100 })
  },
  renamed_browser: (day) => {
    const { person } = day
    const before = homeOf(person, day.day)
    const session = signIn(day, { atHour: 8, from: before, device: person.laptop })
    person.program = person.program.includes('iPad') ? 'Mozilla (Macintosh) Safari' : 'Mozilla (iPad) Safari'
    refresh(day, { session, atHour: 9, before, now: homeOf(person, day.day) })
    readOwn(day, { session, from: 9.1, files: PHOTOS, everyMs: 250 })
  },
  commuter: (day) => {
    const { person, random } = day
    const way = [homeOf(person, day.day), mobileOf(person, random), officeOf(person), mobileOf(person, random)]
    const session = signIn(day, { atHour: 7, from: homeOf(person, day.day), device: person.laptop })
    way.slice(1).forEach((now, index) => {
      refresh(day, { session, atHour: 8 + index * 3, before: way[index] ?? now, now })
      readOwn(day, { session, from: 8.1 + index * 3, files: 150, everyMs: 400 })
    })
  },
  traveller: (day) => {
    const { person, random } = day
    const there = abroad(person, random)
    const session = signIn(day, { atHour: 18, from: there, device: person.laptop })
    readOwn(day, { session, from: 18.1, files: PHOTOS, everyMs: 250 })
    refresh(day, { session, atHour: 21, before: there, now: abroad(person, random) })
  },
  // Switched on and off within the hour, as in a café.
  way_out_abroad: (day) => {
    const { person, random } = day
    signIn(day, { atHour: 12, from: homeOf(person, day.day), device: person.laptop })
    const session = signIn(day, { atHour: 12.5, from: abroad(person, random), device: person.laptop })
    readOwn(day, { session, from: 12.6, files: PHOTOS, everyMs: 250 })
  },
  // Everybody at nine, one of ten with a wrong password first, and one of fifty on a laptop that is new.
  office: (day) => {
    const { person, random } = day
    seenBefore(day, officeOf(person))
    if (random() < 0.02) person.laptop = `laptop ${(person.devices += 1)} of ${person.n}`
    const atHour = 8 + random()
    if (random() < 0.1)
      wrong(day, { atHour: atHour - 0.02, tries: 1 + Math.floor(random() * 4), from: officeOf(person) })
    const session = signIn(day, { atHour, from: officeOf(person), device: person.laptop })
    readOwn(day, { session, from: atHour + 0.1, files: 40, everyMs: 60_000 })
    if (random() < 0.02)
      day.moments.push({
        atMs: day.dayMs + 10 * HOUR_MS,
        person,
        observation: () => ({ kind: 'link_unknown', ip: officeOf(person).ip }),
      })
  },
  // Forgotten, and replaced by mail on the computer of every day; a program continues to try the old one.
  new_password: (day) => {
    const { person, random } = day
    const from = homeOf(person, day.day)
    // On the very first day there is no computer of every day.
    const isReset = day.day > 1 && random() < 0.5
    if (isReset) wrong(day, { atHour: 17, tries: 4, from })
    const session = signIn(day, { atHour: 17.1, from, device: person.laptop })
    if (isReset) person.known.recoveredMs = day.dayMs + 17.1 * HOUR_MS
    for (let n = 0; n < 12; n += 1) wrong(day, { atHour: 17.2 + n / 6, tries: 1, from })
    readOwn(day, { session, from: 17.3, files: PHOTOS, everyMs: 250 })
  },
  // A manager copies what somebody left behind: each copy reads.
  member_left: (day) => {
    const session = signIn(day, { atHour: 11, from: officeOf(day.person), device: day.person.laptop })
    readOthers(day, { session, from: 11.1, files: SHARED_FILES, everyMs: 60 })
  },
  album_of_others: (day) => {
    const session = signIn(day, { atHour: 20, from: homeOf(day.person, day.day), device: day.person.laptop })
    readOthers(day, { session, from: 20.1, files: PHOTOS, everyMs: 250 })
  },
}

/** An account is made on a computer in its office, or was there days ago. */
function seenBefore({ person, dayMs }: Day, from: Origin): void {
  if (person.known.signIns.some(({ from: other }) => other.ip === from.ip)) return
  noteSignIn(person.known, { id: '', beganMs: dayMs - 3 * DAY_MS, from, device: person.laptop })
  person.profile = learn(person.profile, from, dayMs - 3 * DAY_MS)
}

/** One that began days ago. */
function keptSession({ person, dayMs }: Day, { from, device }: { from: Origin; device: string }): Session {
  const beganMs = person.known.devices.get(device) ?? dayMs - 3 * DAY_MS
  const session = { id: `${device} since`, beganMs, from, device }
  if (!person.known.devices.has(device)) noteSignIn(person.known, session)
  return session
}

function wrong({ person, dayMs, moments }: Day, given: { atHour: number; tries: number; from: Origin }): void {
  const { atHour, tries, from } = given
  for (let n = 0; n < tries; n += 1)
    moments.push({
      atMs: dayMs + atHour * HOUR_MS + n * 8000,
      person,
      observation: () => ({
        kind: 'sign_in_failed',
        account: person.id,
        userId: person.id,
        origin: from,
        isKnownDevice: person.known.devices.has(person.laptop),
      }),
    })
}

function signIn(
  { person, day, dayMs, moments }: Day,
  given: { atHour: number; from: Origin; device: string },
): Session {
  const { atHour, from, device } = given
  const beganMs = dayMs + atHour * HOUR_MS
  const session = { id: `${person.id}-${day}-${atHour}`, beganMs, from, device, isConfirmed: person.hasSecondFactor }
  moments.push({
    atMs: beganMs,
    person,
    observation: () => ({
      kind: 'signed_in',
      userId: person.id,
      sessionId: session.id,
      account: person.id,
      origin: from,
      isKnownDevice: person.known.devices.has(device),
      profile: person.profile,
    }),
    onPassed: () => {
      noteSignIn(person.known, session)
      person.profile = learn(person.profile, from, beganMs)
    },
  })
  return session
}

type Move = { session: Session; atHour: number; before: Origin; now: Origin }

function refresh({ person, dayMs, moments }: Day, { session, atHour, before, now }: Move): void {
  moments.push({
    atMs: dayMs + atHour * HOUR_MS,
    person,
    observation: () => ({
      kind: 'session_refreshed',
      userId: person.id,
      sessionId: session.id,
      origin: now,
      before,
      // A program without cookies is another device wherever it is.
      isKnownDevice:
        person.known.devices.has(session.device) && (session.from.program !== 'node' || before.ip === now.ip),
    }),
  })
}

type Reads = { session: Session; from: number; files: number; everyMs: number }

const readOwn = (day: Day, reads: Reads): void => read(day, reads, day.person.id)
const readOthers = (day: Day, reads: Reads): void => read(day, reads, `colleague of ${day.person.id}`)

function read(day: Day, { session, from, files, everyMs }: Reads, owner: string): void {
  const { person, dayMs, random } = day
  const usual = usualOf(person)
  const isOwn = owner === person.id
  for (let n = 0; n < files; n += 1) {
    const atMs = dayMs + from * HOUR_MS + n * everyMs * (0.8 + 0.4 * random())
    day.moments.push({
      atMs,
      person,
      observation: () => {
        const isHome = isAtHome(person.known, session, atMs)
        const { recoveredMs } = person.known
        const isRecent = recoveredMs !== undefined && atMs - recoveredMs < DAY_MS
        return {
          kind: 'file_read',
          userId: person.id,
          sessionId: session.id,
          object: `${owner}/${n}`,
          isJudged: !isOwn || !isHome,
          isAtHome: isHome,
          usual,
          recoveredAtMs: isHome || !isRecent ? undefined : recoveredMs,
        }
      },
    })
  }
  person.days = [...person.days, files].slice(-14)
}

/** Each as often, but rare where it takes long to compute. A new computer on the day after a new password by mail is among `THIEF_LIKE`. */
export function kindOfDay(person: Inhabitant, dayMs: number, random: Random): Kind {
  if (random() < 0.005) return 'photos_20000'
  const kind = pick(
    KINDS.filter((one) => one !== 'photos_20000'),
    random,
  )
  const { recoveredMs } = person.known
  const isRecent = recoveredMs !== undefined && dayMs - recoveredMs < DAY_MS
  return isRecent && kind === 'new_computer' ? 'export' : kind
}
