import type { Reason } from '#contract/threats.ts'
import { Counters } from '#server/threats/engine/counters.ts'
import { Engine } from '#server/threats/engine/engine.ts'
import type { DeviceHabit, DeviceRefusal, Observation, Place } from '#server/threats/engine/observation.ts'
import { seeded } from './statistics.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const BEGIN = Date.UTC(2026, 0, 5)
const MOBILE = 4000

type HonestDevice = {
  id: string
  kind: 'meter' | 'camera' | 'van'
  /** Files on a usual day, and bytes of a usual file. */
  pace: number
  bytes: number
  home: { country: string; asn: number }
  place: Place | undefined
  /** Of days on which it sent something, the newest last. */
  days: { files: number; largest: number }[]
  /** Files that wait since it was cut off, and for how many days it still is. */
  kept: number
  awayDays: number
  resumedAtMs: number
  agreed: Set<string>
}

type Code = Reason['code']
export type BenignDevices = { deviceDays: number; pausedDays: number; reasons: Partial<Record<Code, number>> }

/**
 * Usual days of made-up devices, shown to the same engine as in the server: a third meters, cameras and vans each. Some days are ordinary bursts,
 * are on a bad line, follow days without one, replace the key with requests under way, have a proxy that repeats requests, change the
 * provider, or cross a border. A pause is lifted in the evening.
 */
export function simulateDevices({
  devices,
  days,
  seed,
}: {
  devices: number
  days: number
  seed: number
}): BenignDevices {
  const engine = new Engine(new Counters(Buffer.alloc(32, 6)))
  const random = seeded(seed)
  const fleet = Array.from({ length: devices }, (_, n) => newDevice(n, random))
  const reasons: BenignDevices['reasons'] = {}
  let pausedDays = 0
  for (let day = 0; day < days; day += 1) {
    for (const device of fleet) {
      const why = liveDay(engine, device, { dayMs: BEGIN + day * DAY_MS, random })
      if (!why) continue
      pausedDays += 1
      for (const { code } of why) reasons[code] = (reasons[code] ?? 0) + 1
    }
  }
  return { deviceDays: devices * days, pausedDays, reasons }
}

function newDevice(n: number, random: () => number): HonestDevice {
  const kind = (['meter', 'camera', 'van'] as const)[n % 3] ?? 'meter'
  const spread = Math.exp(random() + random() + random() - 1.5)
  return {
    id: `device-${n}`,
    kind,
    pace: { meter: 24, camera: 300, van: 60 }[kind] * spread,
    bytes: { meter: 2000, camera: 1_500_000, van: 200_000 }[kind] * spread,
    home: { country: 'DE', asn: 1000 + (n % 40) },
    place: undefined,
    days: [],
    kept: 0,
    awayDays: 0,
    resumedAtMs: 0,
    agreed: new Set(),
  }
}

/** @returns why the device was paused on this day; what it would have sent afterwards waits. */
function liveDay(
  engine: Engine,
  device: HonestDevice,
  { dayMs, random }: { dayMs: number; random: () => number },
): Reason[] | undefined {
  if (device.awayDays === 0 && random() < 0.01) device.awayDays = 1 + Math.floor(random() * 4)
  const wanted = Math.round(device.pace * (random() < 0.02 ? 3 : 0.7 + 0.6 * random())) + device.kept
  if (device.awayDays > 0) {
    device.awayDays -= 1
    device.kept = wanted
    return undefined
  }
  device.kept = 0
  const sizes = Array.from({ length: wanted }, () => device.bytes * (random() < 0.001 ? 10 : 0.5 + random()))
  const files = sizes.map((sizeBytes): Observation => sent(device, { sizeBytes, dayMs }))
  const moments = [
    ...placeOf(device, random),
    ...refusals(device, random),
    ...files.map((observation) => ({ atMs: random() * DAY_MS * 0.9, observation })),
  ].toSorted((a, b) => a.atMs - b.atMs)
  for (const { atMs, observation } of moments) {
    const [finding] = engine.inspect(observation, dayMs + atMs)
    if (!finding) continue
    device.resumedAtMs = dayMs + DAY_MS * 0.9
    for (const { code, from, to } of finding.reasons)
      if (code === 'device_moved') for (const country of [from, to]) device.agreed.add(String(country))
    return finding.reasons
  }
  device.days = [...device.days, { files: files.length, largest: Math.max(0, ...sizes) }].slice(-14)
  return undefined
}

type Moment = { atMs: number; observation: Observation }
const of = ({ id: deviceId, resumedAtMs: since }: HonestDevice) => ({ deviceId, userId: 'owner', since })

/** A file that is tried more than once on a bad line is shown once, as the server does. */
function sent(device: HonestDevice, { sizeBytes, dayMs }: { sizeBytes: number; dayMs: number }): Observation {
  const isJudged = device.days.length >= 3 && device.resumedAtMs <= dayMs - DAY_MS
  const files = device.days.reduce((sum, one) => sum + one.files, 0) / device.days.length
  const habit: DeviceHabit | undefined = isJudged
    ? { files, largestBytes: Math.max(...device.days.map(({ largest }) => largest)) }
    : undefined
  return { kind: 'device_file', sizeBytes, habit, ...of(device) }
}

/** Where it is today: a provider changes, and a van is abroad on one day of ten, in the network of a provider there on half of them. */
function placeOf(device: HonestDevice, random: () => number): Moment[] {
  if (random() < 0.003) device.home = { ...device.home, asn: MOBILE + Math.floor(random() * 40) }
  const isAbroad = device.kind === 'van' && random() < 0.1
  const asn = random() < 0.5 ? device.home.asn : MOBILE + 100 + Math.floor(random() * 3)
  const place = isAbroad ? { country: random() < 0.7 ? 'FR' : 'CH', asn } : device.home
  const known = device.place
  device.place = place
  if (known?.country === place.country && known.asn === place.asn) return []
  const before = device.agreed.has(place.country) ? undefined : known
  return [{ atMs: 0, observation: { kind: 'device_seen', place, before, ...of(device) } }]
}

function refusals(device: HonestDevice, random: () => number): Moment[] {
  const from = random() * DAY_MS * 0.8
  const some = (why: DeviceRefusal, count: number, everyMs: number): Moment[] =>
    Array.from({ length: count }, (_, n) => ({
      atMs: from + n * everyMs,
      observation: { kind: 'device_refused', why, isRevoked: false, ...of(device) },
    }))
  return [
    // A proxy repeats what it got no answer to.
    ...(random() < 0.03 ? some('replay', 1 + Math.floor(random() * 8), 2 * MINUTE_MS) : []),
    // Under way while the key was replaced.
    ...(random() < 0.05 ? some('old_key', 1 + Math.floor(random() * 3), 1000) : []),
    // What was kept is sent at once, by a program that waits a little too short.
    ...(random() < 0.02 ? some('flood', 40, 3000) : []),
  ]
}
