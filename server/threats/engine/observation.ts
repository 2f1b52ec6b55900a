/** Where a request came from: nothing for an address of a private network. */
export type Place = {
  /** Two letters. */
  country?: string | undefined
  /** Number of the autonomous system. */
  asn?: number | undefined
}

export type Origin = Place & {
  ip: string
  /** The program without its versions, such as `Mozilla (Windows NT) Chrome Safari`. */
  program: string
}

/** Versions change every month. */
export const programOf = (userAgent: string | undefined): string =>
  (userAgent ?? '')
    .replaceAll(/[\d._]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 120)

type ByPerson = { userId: string; sessionId: string }

type ByDevice = { deviceId: string; userId: string; since: number }
/** Of a request that the key of the device signed: it came before, the key was replaced or revoked, or there are too many. */
export type DeviceRefusal = 'replay' | 'old_key' | 'flood'
/** Files on a usual day, and the size of the largest of the last days. */
export type DeviceHabit = { files: number; largestBytes: number }

/** What detectors are shown. Nothing in it says what a file is called or holds: the server does not know. */
export type Observation =
  | { kind: 'sign_in_failed'; account: string; userId: string | undefined; origin: Origin; isKnownDevice: boolean }
  /** `account` is undefined where no password was asked for, which is the only thing that can be guessed or bought. */
  | ({
      kind: 'signed_in'
      account: string | undefined
      origin: Origin
      isKnownDevice: boolean
      profile: Profile
    } & ByPerson)
  | ({ kind: 'token_reused'; origin: Origin } & ByPerson)
  | ({ kind: 'session_refreshed'; origin: Origin; before: Origin; isKnownDevice: boolean } & ByPerson)
  /**
   * By a device that is new, after a recovery, or of a file of somebody else: `isJudged` says so, and nothing else is counted. `isAtHome`: on a
   * device that the person used before, so that a count is one sign alone. `usual`: files that the person reads on a day; `recoveredAtMs`: when the account last got a new password without the old one.
   */
  | ({
      kind: 'file_read'
      object: string
      isJudged: boolean
      isAtHome: boolean
      usual: number
      recoveredAtMs: number | undefined
    } & ByPerson)
  | { kind: 'link_unknown'; ip: string }
  /** By a visitor, through a link that `owner` made within the last day. */
  | { kind: 'link_read'; owner: string; object: string; usual: number }
  | ({ kind: 'object_refused'; object: string } & ByPerson)
  | ({ kind: 'log_read'; rows: number; sessionAgeSeconds: number } & ByPerson)
  /** `userId` of a device is its owner. What is counted since the end of its last pause is counted under `since`. */
  | ({ kind: 'device_refused'; why: DeviceRefusal; isRevoked: boolean } & ByDevice)
  | ({ kind: 'device_seen'; place: Place; before: Place | undefined } & ByDevice)
  /** `habit` where the device was there for long enough to have one. */
  | ({ kind: 'device_file'; sizeBytes: number; habit: DeviceHabit | undefined } & ByDevice)
  | {
      kind: 'canary_touched'
      what: 'file' | 'link'
      owner: string
      id: string
      userId?: string
      sessionId?: string
      ip: string
    }

/** What is usual for a person. Counts are of sign-ins. */
export type Profile = {
  signIns: number
  countries: Record<string, number>
  networks: Record<string, number>
  programs: Record<string, number>
  /** The last sign-in with a known country. */
  last?: { country: string; asn: number | undefined; atMs: number }
}

export const NEW_PROFILE: Profile = { signIns: 0, countries: {}, networks: {}, programs: {} }
