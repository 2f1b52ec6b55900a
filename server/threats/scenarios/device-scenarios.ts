import type { DeviceRefusal, Observation } from '../engine/observation.ts'
import type { Pair } from './scenario.ts'

/** Of nobody who exists. */
const DEVICE = {
  deviceId: '33333333-3333-4333-8333-333333333333',
  userId: '11111111-1111-4111-8111-111111111111',
  since: 0,
}
const times = (count: number, make: (index: number) => Observation): Observation[] =>
  Array.from({ length: count }, (_, index) => make(index))

const refused = (why: DeviceRefusal): Observation => ({ kind: 'device_refused', why, isRevoked: false, ...DEVICE })
const sent = (sizeBytes: number, habit?: { files: number; largestBytes: number }): Observation => ({
  kind: 'device_file',
  sizeBytes,
  habit,
  ...DEVICE,
})
const seen = (place: { country?: string; asn?: number }, before?: { country?: string; asn?: number }): Observation => ({
  kind: 'device_seen',
  place,
  before,
  ...DEVICE,
})

const METER = { files: 24, largestBytes: 2000 }
const CAMERA = { files: 1440, largestBytes: 3_000_000 }

/** What a device does that has lost its key, or itself; and what looks like it. By the code of the reason. */
export const deviceScenarios = {
  device_replays: {
    attack: { everySeconds: 2, observations: times(8, () => refused('replay')) },
    // A proxy in between repeats a request now and then.
    nearMiss: { everySeconds: 70, observations: times(60, () => refused('replay')) },
  },
  device_old_key: {
    attack: { everySeconds: 2, observations: times(8, () => refused('old_key')) },
    // It was restored from a backup, and says so every few minutes.
    nearMiss: { everySeconds: 300, observations: times(60, () => refused('old_key')) },
  },
  device_flood: {
    attack: { everySeconds: 0.2, observations: times(100, () => refused('flood')) },
    // It waits as it was asked to, a little too short each time.
    nearMiss: { everySeconds: 2, observations: times(300, () => refused('flood')) },
  },
  device_files: {
    attack: { everySeconds: 10, observations: times(200, () => sent(2000, METER)) },
    // It was away for five days and sends what it kept; and a camera that sends a picture a minute, which is what it does.
    nearMiss: {
      everySeconds: 50,
      observations: [...times(140, () => sent(2000, METER)), ...times(1500, () => sent(3_000_000, CAMERA))],
    },
  },
  device_size: {
    attack: { everySeconds: 1, observations: [sent(5_000_000, METER)] },
    // A film of a camera that sends pictures, a log of a meter, and a device that was added yesterday.
    nearMiss: {
      everySeconds: 1,
      observations: [sent(32_000_000, CAMERA), sent(900_000, METER), sent(32_000_000)],
    },
  },
  device_moved: {
    attack: { everySeconds: 1, observations: [seen({ country: 'VN', asn: 7552 }, { country: 'DE', asn: 3320 })] },
    // Another provider, across a border with the same one, from a private network, and never seen before.
    nearMiss: {
      everySeconds: 1,
      observations: [
        seen({ country: 'DE', asn: 6805 }, { country: 'DE', asn: 3320 }),
        seen({ country: 'AT', asn: 3320 }, { country: 'DE', asn: 3320 }),
        seen({ country: 'VN', asn: 7552 }, { asn: 3320 }),
        seen({ country: 'VN', asn: 7552 }),
      ],
    },
  },
} as const satisfies Record<string, Pair>
