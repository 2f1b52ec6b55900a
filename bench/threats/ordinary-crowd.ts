import { NEW_PROFILE, type Origin, type Profile } from '#server/threats/engine/observation.ts'
import { type Known, newKnown } from './home-model.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
const COUNTRIES = ['DE', 'FR', 'GB', 'ES', 'IT', 'PL', 'NL', 'SE', 'US', 'CA', 'JP', 'IN'] as const
/** Behind one address. */
export const PEOPLE_OF_OFFICE = 200

/** Somebody who does nothing wrong. */
export type Inhabitant = {
  id: string
  n: number
  program: string
  country: string
  known: Known
  profile: Profile
  /** Files read on each of the last 14 days. */
  days: number[]
  hasSecondFactor: boolean
  devices: number
  laptop: string
}

export type Random = () => number

export function newInhabitant(n: number, random: Random): Inhabitant {
  return {
    id: `person-${n}`,
    n,
    program: pick(
      ['Mozilla (Windows NT) Chrome Safari', 'Mozilla (Macintosh) Safari', 'Mozilla (iPad) Safari'] as const,
      random,
    ),
    country: pick(COUNTRIES, random),
    known: newKnown(),
    profile: NEW_PROFILE,
    days: [],
    hasSecondFactor: random() < 0.2,
    devices: 0,
    laptop: `laptop of ${n}`,
  }
}

/** Its provider gives a home another address every night, in the same network. */
export const homeOf = ({ n, program, country }: Inhabitant, day: number): Origin => ({
  ip: `100.${64 + (day % 32)}.${n >> 8}.${n & 255}`,
  program,
  country,
  asn: 1000 + (n % 40),
})

export const officeOf = ({ n, program, country }: Inhabitant): Origin => ({
  ip: `198.19.0.${Math.floor(n / PEOPLE_OF_OFFICE)}`,
  program,
  country,
  asn: 2000 + Math.floor(n / PEOPLE_OF_OFFICE),
})

/** A carrier puts many behind one address, which changes from hour to hour. */
export const mobileOf = ({ n, program, country }: Inhabitant, random: Random): Origin => ({
  ip: `198.18.7.${Math.floor(random() * 32)}`,
  program,
  country,
  asn: 4000 + (n % 3),
})

export const abroad = ({ program, country }: Inhabitant, random: Random): Origin => ({
  ip: `198.51.100.${Math.floor(random() * 250)}`,
  program,
  country: pick(
    COUNTRIES.filter((one) => one !== country),
    random,
  ),
  asn: 3000 + Math.floor(random() * 50),
})

export const usualOf = ({ days }: Inhabitant): number =>
  days.length > 0 ? days.reduce((sum, one) => sum + one, 0) / days.length : 0

export function pick<T>(values: readonly T[], random: Random): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}
