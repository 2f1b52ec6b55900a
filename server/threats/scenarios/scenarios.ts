import type { DetectorName } from '#contract/threats.ts'
import { NEW_PROFILE, type Observation, type Origin, type Profile } from '../engine/observation.ts'
import { deviceScenarios } from './device-scenarios.ts'
import type { Pair, Scenario } from './scenario.ts'

/** Person of most observations: nobody who exists. */
export const PERSON = {
  userId: '11111111-1111-4111-8111-111111111111',
  sessionId: '22222222-2222-4222-8222-222222222222',
}
const CHROME = 'Mozilla/ (Windows NT ; Win; x) Chrome/ Safari/'

const from = (ip: string, place: Partial<Origin> = {}): Origin => ({ ip, program: CHROME, ...place })
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const failed = (account: string, origin: Origin, userId?: string): Observation => ({
  kind: 'sign_in_failed',
  account,
  userId,
  origin,
  isKnownDevice: false,
})

const AT_HOME: Profile = {
  ...NEW_PROFILE,
  signIns: 12,
  countries: { DE: 12 },
  networks: { 3320: 12 },
  programs: { [CHROME]: 12 },
}

type SignIn = Extract<Observation, { kind: 'signed_in' }>
const signedIn = (origin: Origin, more: Partial<SignIn> = {}): Observation => ({
  kind: 'signed_in',
  ...PERSON,
  account: 'anna@example.com',
  origin,
  isKnownDevice: false,
  profile: AT_HOME,
  ...more,
})

type Read = Extract<Observation, { kind: 'file_read' }>
const read = (object: string, more: Partial<Read> = {}): Observation => ({
  kind: 'file_read',
  ...PERSON,
  object,
  isJudged: true,
  isAtHome: false,
  usual: 10,
  recoveredAtMs: undefined,
  ...more,
})

type Refresh = Extract<Observation, { kind: 'session_refreshed' }>
const refreshed = (before: Origin, origin: Origin, more: Partial<Refresh> = {}): Observation => ({
  kind: 'session_refreshed',
  ...PERSON,
  before,
  origin,
  isKnownDevice: false,
  ...more,
})

const readByLink = (object: string): Observation => ({ kind: 'link_read', owner: PERSON.userId, object, usual: 10 })

/** Visitors, of links that somebody made today. */
export const readsByLinks: Pair = {
  attack: { everySeconds: 20, observations: times(320, (n) => readByLink(`object${n}`)) },
  // A folder of 250 pictures, opened by everybody who was at the party.
  nearMiss: { everySeconds: 10, observations: times(3000, (n) => readByLink(`object${n % 250}`)) },
}

const once = (...observations: Observation[]): Scenario => ({ everySeconds: 1, observations })

type Pairs = Partial<Record<DetectorName, Pair>>

const signInAttacks = (): Pairs => ({
  account_brute_force: {
    attack: {
      everySeconds: 6,
      observations: times(14, () => failed('anna@example.com', from('192.0.2.1'), PERSON.userId)),
    },
    nearMiss: {
      everySeconds: 61,
      observations: times(40, () => failed('anna@example.com', from('192.0.2.1'), PERSON.userId)),
    },
  },
  credential_stuffing: {
    attack: { everySeconds: 2, observations: times(40, (n) => failed(`person${n}@example.com`, from('192.0.2.2'))) },
    // An office behind one address on a Monday morning: most are right in the end.
    nearMiss: {
      everySeconds: 2,
      observations: times(40, (n) =>
        n % 5 === 0
          ? failed(`person${n}@example.com`, from('192.0.2.2'))
          : signedIn(from('192.0.2.2'), { account: `person${n}@example.com` }),
      ),
    },
  },
  distributed_stuffing: {
    attack: { everySeconds: 1, observations: times(90, (n) => failed(`person${n}@example.com`, from(`192.0.2.${n}`))) },
    nearMiss: {
      everySeconds: 1,
      observations: times(200, (n) =>
        n % 3 === 0
          ? failed(`person${n}@example.com`, from(`192.0.2.${n}`))
          : signedIn(from(`192.0.2.${n}`), { account: `p${n}` }),
      ),
    },
  },
  password_spray: {
    attack: {
      everySeconds: 60,
      observations: times(30, (n) => failed(`person${n}@example.com`, from(`192.0.2.${n}`, { asn: 64500 }))),
    },
    // As many tries of a few accounts are no spray.
    nearMiss: {
      everySeconds: 60,
      observations: times(60, (n) => failed(`person${n % 6}@example.com`, from('192.0.2.9', { asn: 64500 }))),
    },
  },
})

const unlikeThemselves = (nowMs: number): Pairs => ({
  new_context: {
    attack: once(signedIn(from('203.0.113.1', { country: 'BR', asn: 28573 }))),
    nearMiss: once(
      signedIn(from('203.0.113.1', { country: 'BR', asn: 28573 }), { isKnownDevice: true }),
      // A new phone at home.
      signedIn(from('203.0.113.2', { country: 'DE', asn: 3320 })),
      // No password was asked for.
      signedIn(from('203.0.113.3', { country: 'BR', asn: 28573 }), { account: undefined }),
    ),
  },
  impossible_travel: {
    attack: once(
      signedIn(from('203.0.113.4', { country: 'JP', asn: 4713 }), {
        isKnownDevice: true,
        profile: { ...AT_HOME, last: { country: 'DE', asn: 3320, atMs: nowMs - 3600_000 } },
      }),
    ),
    nearMiss: once(
      // A night flight.
      signedIn(from('203.0.113.4', { country: 'JP', asn: 4713 }), {
        isKnownDevice: true,
        profile: { ...AT_HOME, last: { country: 'DE', asn: 3320, atMs: nowMs - 13 * 3600_000 } },
      }),
      // A phone that roams across the border.
      signedIn(from('203.0.113.5', { country: 'FR', asn: 3215 }), {
        isKnownDevice: true,
        profile: { ...AT_HOME, last: { country: 'DE', asn: 3320, atMs: nowMs - 60_000 } },
      }),
      // The company's way out in another country, used for months.
      signedIn(from('203.0.113.6', { country: 'US', asn: 64501 }), {
        isKnownDevice: true,
        profile: { ...AT_HOME, networks: { 64501: 5 }, last: { country: 'DE', asn: 3320, atMs: nowMs - 60_000 } },
      }),
    ),
  },
  token_reuse: {
    attack: once({ kind: 'token_reused', ...PERSON, origin: from('192.0.2.3') }),
    nearMiss: once(refreshed(from('192.0.2.3'), from('192.0.2.3'))),
  },
  session_moved: {
    attack: once(
      refreshed(
        from('203.0.113.7', { country: 'DE', asn: 3320 }),
        from('203.0.113.8', { country: 'VN', asn: 7552, program: 'curl/' }),
        { isKnownDevice: true },
      ),
    ),
    // From the train's network to the phone's, and abroad in the network of the same provider.
    nearMiss: once(
      refreshed(from('203.0.113.7', { country: 'DE', asn: 3320 }), from('203.0.113.9', { country: 'DE', asn: 6805 })),
      refreshed(from('203.0.113.7', { country: 'DE', asn: 3320 }), from('203.0.113.9', { country: 'AT', asn: 3320 })),
    ),
  },
})

const readingAndProbing = (nowMs: number): Pairs => ({
  mass_download: {
    attack: { everySeconds: 1, observations: times(150, (n) => read(`object${n}`)) },
    // The same files again and again, and a photo library on a device that was used before.
    nearMiss: {
      everySeconds: 1,
      observations: [
        ...times(300, (n) => read(`object${n % 100}`)),
        ...times(1200, (n) => read(`photo${n}`, { isJudged: false })),
      ],
    },
  },
  slow_exfiltration: {
    attack: { everySeconds: 90, observations: times(650, (n) => read(`object${n}`)) },
    // The same by somebody who reads that many every day.
    nearMiss: { everySeconds: 90, observations: times(650, (n) => read(`object${n}`, { usual: 500 })) },
  },
  recovered_then_export: {
    attack: {
      everySeconds: 20,
      observations: times(60, (n) => read(`object${n}`, { recoveredAtMs: nowMs - 3600_000 })),
    },
    nearMiss: {
      everySeconds: 20,
      observations: times(60, (n) => read(`object${n}`, { recoveredAtMs: nowMs - 30 * 3600_000 })),
    },
  },
  link_scraping: {
    attack: { everySeconds: 1, observations: times(20, () => ({ kind: 'link_unknown', ip: '192.0.2.4' })) },
    nearMiss: { everySeconds: 7, observations: times(60, () => ({ kind: 'link_unknown', ip: '192.0.2.4' })) },
  },
  probing: {
    attack: {
      everySeconds: 2,
      observations: times(28, (n) => ({ kind: 'object_refused', ...PERSON, object: `object${n}` })),
    },
    // A broken client asks for one object again and again.
    nearMiss: {
      everySeconds: 2,
      observations: times(200, (n) => ({ kind: 'object_refused', ...PERSON, object: `object${n % 5}` })),
    },
  },
  audit_export: {
    attack: {
      everySeconds: 1,
      observations: times(10, () => ({ kind: 'log_read', ...PERSON, rows: 1000, sessionAgeSeconds: 120 })),
    },
    nearMiss: {
      everySeconds: 1,
      observations: times(60, () => ({ kind: 'log_read', ...PERSON, rows: 1000, sessionAgeSeconds: 7200 })),
    },
  },
  canary: {
    attack: once({ kind: 'canary_touched', what: 'file', owner: PERSON.userId, id: 'f', ...PERSON, ip: '192.0.2.5' }),
    nearMiss: once(read('object')),
  },
})

/** Of each detector that counts in memory: what it must find, and what looks like it and is none. */
export const scenarios = (nowMs: number): Pairs => ({
  ...signInAttacks(),
  ...unlikeThemselves(nowMs),
  ...readingAndProbing(nowMs),
  device_misuse: deviceScenarios.device_replays,
})
