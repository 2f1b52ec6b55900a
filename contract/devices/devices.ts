/** What a device signs with, and what its files are sealed to. */
export const DEVICE_SUITES = ['std', 'iot'] as const
export type DeviceSuite = (typeof DEVICE_SUITES)[number]

export const DEVICE_STATES = ['waiting', 'active', 'silent', 'paused', 'revoked'] as const
export type DeviceState = (typeof DEVICE_STATES)[number]

/** What a device may and must do. Sizes in bytes, times in seconds; what SQL repeats is tested equal (`test/devices/limits.test.ts`). */
export const DEVICES = {
  /** Of one delivery, before sealing. */
  deliveryBytes: 32 * 1024 * 1024,
  /** Of all deliveries of one device in one day, UTC. */
  dayBytes: 1024 ** 3,
  /** That were not revoked, of one person. */
  perOwner: 10_000,
  /** Added at once. */
  batch: 1000,
  codeSeconds: 24 * 60 * 60,
  /** How far the clock of a device may be off. */
  clockSeconds: 300,
  /** After so many intervals without a sign of life it counts as silent. */
  silentIntervals: 3,
  intervalSeconds: { min: 60, max: 30 * 24 * 60 * 60, usual: 3600 },
  nameCharacters: 100,
  firmwareCharacters: 100,
} as const

/** Base64url of what a device says about its request, canonical JSON, and the signature over it. */
export const DEVICE_REQUEST_HEADER = 'x-device-request'
export const DEVICE_SIGNATURE_HEADER = 'x-device-signature'
/** What follows from the secret of an enrolment code, for the server. */
export const DEVICE_TOKEN_HEADER = 'x-device-token'

export const DEVICES_PATH = '/devices/v1'
export const deliveryPath = (deviceId: string, fileId: string): string =>
  `${DEVICES_PATH}/${deviceId}/deliveries/${fileId}`

/** After so many seconds without a sign of life the owner of a device is notified. */
export const DEVICE_SILENCES = [3600, 86_400, 604_800] as const
export type DeviceSilence = (typeof DEVICE_SILENCES)[number]
