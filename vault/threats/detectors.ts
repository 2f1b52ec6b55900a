import { z } from 'zod'
import { DETECTOR_MODES, DETECTOR_NAMES, type DetectorMode, type DetectorName } from '#contract/threats.ts'
import type { VaultApi } from '../session/api.ts'

export type DetectorSetting = { mode: DetectorMode; factor: number }
const settingRow = z.object({ detector: z.string(), mode: z.enum(DETECTOR_MODES), factor: z.number() })

/** How the organisation wants each detector; those that nobody tuned are as usual. */
export async function readDetectors(api: VaultApi): Promise<Record<DetectorName, DetectorSetting>> {
  const rows = z.array(settingRow).parse(await api.rest('threat_settings?select=detector,mode,factor'))
  const tuned = new Map(rows.map(({ detector, ...setting }) => [detector, setting]))
  const usual: DetectorSetting = { mode: 'enforce', factor: 1 }
  const entries = DETECTOR_NAMES.map((name) => [name, tuned.get(name) ?? usual])
  return Object.fromEntries(entries) as Record<DetectorName, DetectorSetting>
}

/** @throws {VaultError} `not_allowed` */
export async function tuneDetector(api: VaultApi, wanted: { detector: DetectorName } & DetectorSetting): Promise<void> {
  await api.rest('rpc/tune_detector', { method: 'POST', body: wanted })
}

const dayRow = z.object({ day: z.string(), detector: z.string(), detections: z.number(), dry_runs: z.number() })

/** How often a detector fired on a day of the server, which counts in UTC. */
export type DetectionsOfDay = { day: string; detector: string; detections: number; dryRuns: number }

/** Only days and detectors with something on them. */
export async function countDetectionsByDay(api: VaultApi, days: number): Promise<DetectionsOfDay[]> {
  const rows = await api.rest('rpc/detections_by_day', { method: 'POST', body: { days } })
  return z
    .array(dayRow)
    .parse(rows)
    .map(({ dry_runs: dryRuns, ...row }) => ({ ...row, dryRuns }))
}

const figures = z.object({
  decisions: z.object({
    decisions: z.number(),
    p50: z.number(),
    p99: z.number(),
    p999: z.number(),
    max: z.number(),
  }),
  sources: z.array(z.object({ name: z.string(), url: z.string(), licence: z.string(), madeAt: z.string().optional() })),
})

/** How many decisions the answering process made and how long they took, in microseconds; and where its data about addresses comes from. */
export type ThreatFigures = z.infer<typeof figures>

/** @throws {VaultError} `not_allowed` */
export async function readThreatFigures(api: VaultApi): Promise<ThreatFigures> {
  const response = await api.fetch('/threats/v1/figures', { headers: { accept: 'application/json' } })
  return figures.parse(await response.json())
}
