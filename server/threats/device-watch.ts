import type { Database } from '#server/db/database.ts'
import type { DeviceHabit, DeviceRefusal, Place } from './engine/observation.ts'
import type { Places } from './places/places.ts'
import { isEnforced, type Recorder } from './recorder.ts'
import { findAgreedCountries, findDeviceHabit, noteDevicePlace } from './threats.sql.ts'

/** A device as its row says; times by the clock of the database. */
export type WatchedDevice = {
  id: string
  user_id: string
  is_revoked: boolean
  is_paused: boolean
  /** When its last pause was lifted: nothing of before counts. */
  resumed_at: Date | null
  place: { country: string | null; network: number | null; seenAt: string } | null
}

type Services = { database: Database; recorder: Recorder; places: Places }

/** What requests of devices show to the detectors. Only those that a key of the device signed: nobody else can have it paused. */
export class DeviceWatch {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  async refused(device: WatchedDevice, why: DeviceRefusal): Promise<void> {
    if (device.is_paused) return
    await this.#services.recorder.observe({ kind: 'device_refused', why, isRevoked: device.is_revoked, ...of(device) })
  }

  /** A request was accepted. @returns whether the device is paused for where it came from. */
  async seen(device: WatchedDevice, ip: string): Promise<boolean> {
    const { database, recorder, places } = this.#services
    const place = await places.find(ip)
    if (place.country === undefined && place.asn === undefined) return false
    const known = placeOf(device)
    if (known?.country === place.country && known?.asn === place.asn) return false
    const before = (await this.#agreed(device, place)) ? undefined : known
    const outcomes = await recorder.observe({ kind: 'device_seen', place, before, ...of(device) })
    if (isEnforced(outcomes, ['pause'])) return true
    // Of a country that is not known the last one stays: the next place is compared with it.
    const { text, values } = noteDevicePlace(device.id, { ...place, country: place.country ?? known?.country })
    await database.owner(text, values)
    return false
  }

  /** Whether a pause was lifted for moving from or to that country. */
  async #agreed({ id }: WatchedDevice, { country }: Place): Promise<boolean> {
    if (country === undefined) return false
    const { text, values } = findAgreedCountries(id)
    const [row] = (await this.#services.database.owner<{ countries: string[] }>(text, values)).rows
    return row?.countries.includes(country) ?? false
  }

  /** Before a byte of a new file is read. @returns whether the device is paused for it. */
  async sending(device: WatchedDevice, sizeBytes: number): Promise<boolean> {
    const { database, recorder } = this.#services
    const { text, values } = findDeviceHabit(device.id)
    const [row] = (await database.owner<{ files: number; largest: string }>(text, values)).rows
    const habit: DeviceHabit | undefined = row && { files: row.files, largestBytes: Number(row.largest) }
    const outcomes = await recorder.observe({ kind: 'device_file', sizeBytes, habit, ...of(device) })
    return isEnforced(outcomes, ['pause'])
  }
}

const of = ({ id: deviceId, user_id: userId, resumed_at }: WatchedDevice) => ({
  deviceId,
  userId,
  since: resumed_at?.getTime() ?? 0,
})

/** Where it was before; who lifted a pause has agreed to where it is now. */
function placeOf({ place, resumed_at }: WatchedDevice): Place | undefined {
  if (!place || (resumed_at && Date.parse(place.seenAt) < resumed_at.getTime())) return undefined
  return { country: place.country ?? undefined, asn: place.network ?? undefined }
}
