import { z } from 'zod'

/** A place in a list that is sorted newest first. Times keep their microseconds, which tell neighbours apart. */
export type Place = { createdAt: string; id: string }

/** Of one answer; the page asks for more. */
export const PAGE_ROWS = 50

/** The condition for rows behind `older`. */
export function behind(older: Place | undefined): string {
  if (!older) return ''
  const time = encodeURIComponent(`"${older.createdAt}"`)
  return `&or=(created_at.lt.${time},and(created_at.eq.${time},id.lt.${older.id}))`
}

export const reasons = z.array(z.looseObject({ code: z.string() }))
/** Why a detector fired; the words are the page's. */
export type NoticedReason = z.infer<typeof reasons>[number]

const ENFORCEMENT_COLUMNS = 'id,action,subject,user_id,created_at,until,lifted_at,lifted_how'
const enforcementRow = z.object({
  id: z.uuid(),
  action: z.string(),
  subject: z.string(),
  user_id: z.uuid().nullable(),
  created_at: z.string(),
  until: z.string().nullable(),
  lifted_at: z.string().nullable(),
  lifted_how: z.string().nullable(),
})

/** What the server does about what was noticed. `action` may be one that this version does not know, as may all names below. */
export type ThreatEnforcement = {
  id: string
  action: string
  /** What it is about, such as `sign_ins_from 192.0.2.7`. */
  subject: string
  userId: string | null
  /** ISO 8601, as all times. */
  createdAt: string
  until: string | null
  liftedAt: string | null
  liftedHow: string | null
}

const presentEnforcement = (row: z.infer<typeof enforcementRow>): ThreatEnforcement => ({
  id: row.id,
  action: row.action,
  subject: row.subject,
  userId: row.user_id,
  createdAt: row.created_at,
  until: row.until,
  liftedAt: row.lifted_at,
  liftedHow: row.lifted_how,
})

export const DETECTION_COLUMNS = `id,created_at,last_at,detector,risk,reasons,enforcement,is_dry_run,times,answer,enforcements:threat_enforcements(${ENFORCEMENT_COLUMNS})`
const detectionRow = z.object({
  id: z.uuid(),
  created_at: z.string(),
  last_at: z.string(),
  detector: z.string(),
  risk: z.string(),
  reasons,
  enforcement: z.string(),
  is_dry_run: z.boolean(),
  times: z.int(),
  answer: z.string().nullable(),
  enforcements: z.array(enforcementRow),
})

/** What a detector noticed. */
export type Detection = {
  id: string
  createdAt: string
  /** When the same was noticed last, within ten minutes each. */
  lastAt: string
  detector: string
  risk: string
  reasons: NoticedReason[]
  /** What was done, or in a dry run would have been. */
  enforcement: string
  isDryRun: boolean
  times: number
  /** What its person said: `me` or `not_me`. */
  answer: string | null
  enforcements: ThreatEnforcement[]
}

export const parseDetections = (rows: unknown): Detection[] =>
  z
    .array(detectionRow)
    .parse(rows)
    .map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      lastAt: row.last_at,
      detector: row.detector,
      risk: row.risk,
      reasons: row.reasons,
      enforcement: row.enforcement,
      isDryRun: row.is_dry_run,
      times: row.times,
      answer: row.answer,
      enforcements: row.enforcements.map(presentEnforcement),
    }))

const enforcedRow = enforcementRow.extend({ detection: z.object({ detector: z.string() }).nullable() })
export const ENFORCED_COLUMNS = `${ENFORCEMENT_COLUMNS},detection:threat_detections(detector)`
export type Enforced = ThreatEnforcement & { detector: string | null }

export const parseEnforced = (rows: unknown): Enforced[] =>
  z
    .array(enforcedRow)
    .parse(rows)
    .map(({ detection, ...row }) => ({ ...presentEnforcement(row), detector: detection?.detector ?? null }))
