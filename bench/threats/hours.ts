import { type Moment, usualDays } from './benign.ts'
import { seeded } from './statistics.ts'

const HOUR_MS = 3_600_000

/** What the server knows of an hour of a person. */
export type Hour = {
  person: string
  hourOfDay: number
  read: number
  destroyed: number
  failed: number
  isNewPlace: boolean
  links: number
}

/** Hours of made-up people in which they did something, in order of time. Changes and links are drawn apart: the days have none. */
export function* usualHours(crowd: { people: number; days: number; seed: number }): Generator<Hour> {
  const random = seeded(crowd.seed + 1)
  for (const day of usualDays(crowd)) {
    const hours = new Map<string, Hour>()
    for (const moment of day) count(hours, moment)
    for (const hour of hours.values()) {
      const share = random()
      // Some work in files, and some clean up.
      const destroyed = share < 0.1 ? 1 + Math.floor(random() * 5) : share < 0.105 ? Math.floor(random() * 19) : 0
      yield { ...hour, destroyed, links: random() < 0.03 ? 1 + Math.floor(random() * 3) : 0 }
    }
  }
}

function count(hours: Map<string, Hour>, { atMs, person, observation, onPassed }: Moment): void {
  const seen = typeof observation === 'function' ? observation() : observation
  const name = `${person.id} ${Math.floor(atMs / HOUR_MS)}`
  const hourOfDay = new Date(atMs).getUTCHours()
  const hour = hours.get(name) ?? {
    person: person.id,
    hourOfDay,
    read: 0,
    destroyed: 0,
    failed: 0,
    isNewPlace: false,
    links: 0,
  }
  hours.set(name, hour)
  if (seen.kind === 'file_read') hour.read += 1
  if (seen.kind === 'sign_in_failed') hour.failed += 1
  if (seen.kind === 'signed_in') {
    const { country = '', asn = 0 } = seen.origin
    hour.isNewPlace ||=
      seen.profile.signIns > 0 && !(country in seen.profile.countries && String(asn) in seen.profile.networks)
  }
  onPassed?.()
}

/** Hours of somebody who keeps below the limit of every detector; `base` is a usual hour of the same person. */
export const ATTACKED_HOURS: Readonly<Record<string, (base: Hour, random: () => number) => Hour>> = {
  'reads 40 to 110 files at night': (base, random) => ({
    ...base,
    hourOfDay: 1 + Math.floor(random() * 4),
    read: between(40, 110, random),
  }),
  'reads 40 to 110 files by day, in a new network': (base, random) => ({
    ...base,
    read: between(40, 110, random),
    isNewPlace: true,
  }),
  'replaces 10 to 19 files by day': (base, random) => ({ ...base, destroyed: between(10, 19, random) }),
  'makes 8 to 20 links by day': (base, random) => ({ ...base, links: between(8, 20, random) }),
  'reads three times as many files as in a usual hour': (base) => ({ ...base, read: base.read * 3 }),
}

const between = (least: number, most: number, random: () => number): number =>
  least + Math.floor(random() * (most - least + 1))

/** Coordinates between 0 and 1; counts by their order of magnitude. */
export function pointOf({ hourOfDay, read, destroyed, failed, isNewPlace, links }: Hour): number[] {
  const size = (value: number) => Math.min(1, Math.log1p(value) / Math.log1p(1000))
  return [hourOfDay / 24, size(read), size(destroyed), size(failed), isNewPlace ? 1 : 0, size(links)]
}
