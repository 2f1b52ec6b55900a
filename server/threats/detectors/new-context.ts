import type { Reason } from '#contract/threats.ts'
import { detector, type Finding, NOTED, type Of } from '../engine/detector.ts'
import type { Profile } from '../engine/observation.ts'
import { distanceKm } from '../places/centroids.ts'
import { isAfterAttack } from './sign-in-attacks.ts'

/**
 * A sign-in that does not look like its person: from a device that never signed in, and a country, or a network and a program, that are new.
 * The ratio is that of Freeman et al., "Who are you?" (NDSS 2016): how likely everybody is to sign in like this, over how likely the person is.
 */
export const newContext = detector({
  name: 'new_context',
  kinds: ['signed_in'],
  inspect: (observation, { counters, nowMs, factor }) => {
    const { isKnownDevice, profile, origin, account } = observation
    if (isKnownDevice || account === undefined) return undefined
    const isAfter = isAfterAttack(counters, account, origin, nowMs)
    // Of who has signed in from private networks alone nothing is known that could be unlike them.
    if (Object.keys(profile.countries).length === 0 || origin.country === undefined)
      return isAfter ? suspect(observation, [{ code: 'after_attack' }]) : undefined
    const isNewCountry = !(origin.country in profile.countries)
    const isNewNetwork = origin.asn !== undefined && !(origin.asn in profile.networks)
    // Wrong tries are made by anybody: in a network of the person's own they hold nobody.
    if (isAfter && (isNewCountry || isNewNetwork)) return suspect(observation, [{ code: 'after_attack' }])
    const isNewProgram = !(origin.program in profile.programs)
    const score = unusualness(observation)
    const isUnlike = isNewCountry || (isNewNetwork && isNewProgram && score > 4 * factor)
    if (!isUnlike) return undefined
    return suspect(observation, [
      ...(isNewCountry ? [{ code: 'unseen_country', country: origin.country } as const] : []),
      ...(isNewNetwork ? [{ code: 'unseen_network', network: `AS${origin.asn}` } as const] : []),
      { code: 'unseen_device' },
      { code: 'unusual_score', score: Math.round(score * 10) / 10 },
    ])
  },
})

const FASTEST_KM_PER_HOUR = 900
/** The middles of two countries that touch may lie far apart. */
const LEAST_KM = 1500

/**
 * Two sign-ins in countries so far apart that nobody gets from one to the other in between. On a device that its person used before, in a program of
 * theirs, it is noted: a way out in another country is switched on and off all day.
 */
export const impossibleTravel = detector({
  name: 'impossible_travel',
  kinds: ['signed_in'],
  inspect: (observation, { nowMs, factor }) => {
    const { profile, origin, account, isKnownDevice } = observation
    const { last } = profile
    if (!last || account === undefined || origin.country === undefined || origin.country === last.country)
      return undefined
    // Somebody's provider abroad, such as a company's way out, is where they are at home.
    if (origin.asn !== undefined && (profile.networks[origin.asn] ?? 0) >= 3) return undefined
    const km = distanceKm(last.country, origin.country)
    if (km === undefined || km < LEAST_KM) return undefined
    const hours = Math.max(nowMs - last.atMs, 60_000) / 3_600_000
    if (km / hours <= FASTEST_KM_PER_HOUR * factor) return undefined
    return {
      ...suspect(observation, [
        {
          code: 'too_fast',
          from: last.country,
          to: origin.country,
          km: Math.round(km),
          minutes: Math.round(hours * 60),
        },
      ]),
      ...(isKnownDevice && origin.program in profile.programs ? NOTED : {}),
      detector: 'impossible_travel',
    }
  },
})

/** Whose password it was is what has to be shown, so the password shows nothing. */
function suspect({ userId, sessionId }: Of<'signed_in'>, reasons: Reason[]): Finding {
  return { detector: 'new_context', subject: `session ${sessionId}`, userId, sessionId, needs: 'mailbox', reasons }
}

/** How common each feature is among everybody, where nothing better is known. */
const COMMON = { country: 0.05, network: 0.01, program: 0.1 }

/** Product over the features of p(feature) / p(feature | person), the latter smoothed by one sign-in. */
function unusualness({ origin, profile }: Of<'signed_in'>): number {
  const ratio = (seen: Record<string, number>, value: string | number, common: number) =>
    (common * (profile.signIns + 1)) / ((seen[value] ?? 0) + common)
  return (
    (origin.country === undefined ? 1 : ratio(profile.countries, origin.country, COMMON.country)) *
    (origin.asn === undefined ? 1 : ratio(profile.networks, origin.asn, COMMON.network)) *
    ratio(profile.programs, origin.program, COMMON.program)
  )
}

const MOST_FEATURES = 32

/** What is usual for a person once this sign-in was theirs. The rarest of many features is forgotten. */
export function learn(profile: Profile, origin: Of<'signed_in'>['origin'], atMs: number): Profile {
  const { country, asn, program } = origin
  return {
    signIns: profile.signIns + 1,
    countries: country === undefined ? profile.countries : counted(profile.countries, country),
    networks: asn === undefined ? profile.networks : counted(profile.networks, String(asn)),
    programs: counted(profile.programs, program),
    ...(country === undefined ? profile.last && { last: profile.last } : { last: { country, asn, atMs } }),
  }
}

function counted(seen: Record<string, number>, value: string): Record<string, number> {
  const more = { ...seen, [value]: (seen[value] ?? 0) + 1 }
  const values = Object.entries(more)
  if (values.length <= MOST_FEATURES) return more
  const [rarest] = values.filter(([name]) => name !== value).toSorted(([, a], [, b]) => a - b)
  return Object.fromEntries(values.filter(([name]) => name !== rarest?.[0]))
}
