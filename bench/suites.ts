import type { Entry } from './lib/entry.ts'

/** The suites by name, in the order their entries run. Loaded when asked for: an entry brings its peers with it. */
export const SUITES: Record<string, () => Promise<Entry[]>> = {
  wire: async () => [
    (await import('./wire/requests.ts')).requests,
    (await import('./wire/b08-small.ts')).small,
    (await import('./wire/b09-list.ts')).list,
    (await import('./wire/b10-tx.ts')).transactions,
    (await import('./wire/b14-tls.ts')).handshakes,
    (await import('./wire/b16-concurrent.ts')).concurrent,
    (await import('./wire/b17-strangers.ts')).strangers,
    (await import('./wire/b18-realtime.ts')).realtime,
    (await import('./wire/b19-announce.ts')).announcements,
    (await import('./wire/b20-devices.ts')).devices,
    (await import('./wire/b21-list-objects.ts')).listObjects,
    (await import('./wire/b22-streams.ts')).streams,
  ],
  ledger: async () => [
    (await import('./ledger/l01-cost.ts')).cost,
    (await import('./ledger/l02-places.ts')).places,
    (await import('./ledger/l03-proof.ts')).proof,
    (await import('./ledger/l04-keys.ts')).keys,
    (await import('./ledger/l05-receipts.ts')).receipts,
  ],
  threats: async () => [
    (await import('./threats/t01-decisions.ts')).decisions,
    (await import('./threats/t02-red-team.ts')).redTeam,
    (await import('./threats/t03-unusual-hours.ts')).unusualHours,
    (await import('./threats/t04-devices.ts')).devices,
    (await import('./threats/t05-ordinary-days.ts')).ordinaryDays,
    (await import('./threats/t06-ordinary-people.ts')).ordinaryPeople,
  ],
  admin: async () => [
    (await import('./admin/a01-lists.ts')).lists,
    (await import('./admin/a02-first-load.ts')).firstLoad,
  ],
  copilot: async () => [
    (await import('./copilot/c01-answers.ts')).answers,
    (await import('./copilot/c02-places.ts')).places,
  ],
  ai: async () => [
    (await import('./ai/k01-clusters.ts')).clusters,
    (await import('./ai/k02-time.ts')).time,
    (await import('./ai/k03-public-labels.ts')).publicLabels,
    (await import('./ai/k04-intents.ts')).intents,
  ],
  'ai-quality': async () => [
    (await import('./ai-quality/q01-briefs.ts')).briefs,
    (await import('./ai-quality/q02-objects.ts')).objects,
    (await import('./ai-quality/q03-answers.ts')).answers,
  ],
  drive: async () => [
    (await import('./drive/d01-list.ts')).largeList,
    (await import('./drive/d02-small-files.ts')).smallFiles,
    (await import('./drive/d03-share.ts')).share,
    (await import('./drive/d04-library.ts')).library,
  ],
  vault: async () => [
    (await import('./vault/b01-seal.ts')).seal,
    (await import('./vault/b02-open.ts')).open,
    (await import('./vault/b03-flat.ts')).flat,
    (await import('./vault/b04-up.ts')).up,
    (await import('./vault/b05-sink.ts')).sink,
    (await import('./vault/b06-send.ts')).send,
    (await import('./vault/b12-index.ts')).index,
    (await import('./vault/b13-kdf.ts')).kdf,
    (await import('./vault/b15-start.ts')).start,
  ],
}
