import { z } from 'zod'
import type { AuditCategory } from '#contract/audit/audit-events.ts'
import { AUDIT_CATEGORIES } from '#contract/audit/event-streams.ts'
import { RETENTION_DAYS } from '#contract/compliance/retention.ts'
import type { VaultApi } from '#vault/session/api.ts'

/** How long events of a category say who, from where and what, in days; null: for good, and as long as the rest. */
export type RetentionRule = { days: number | null; whereDays: number | null }

/** What keeps events until somebody releases it: those about one person, or all. */
export type LegalHold = {
  id: string
  person: string | null
  reason: string
  setBy: string | null
  /** ISO 8601. */
  setAt: string
}

/** What is in force, and a shorter time that counts from its date on. */
export type RetentionState = RetentionRule & { next: (RetentionRule & { from: Date }) | null }

export type Retention = { rules: Record<AuditCategory, RetentionState>; holds: LegalHold[] }

const ruleRow = z.object({
  category: z.enum(AUDIT_CATEGORIES),
  days: z.number().nullable(),
  where_days: z.number().nullable(),
  next_days: z.number().nullable(),
  next_where_days: z.number().nullable(),
  next_from: z.string().nullable(),
})
const holdRow = z.object({
  id: z.uuid(),
  about: z.uuid().nullable(),
  reason: z.string(),
  set_by: z.uuid().nullable(),
  set_at: z.string(),
})

/** For people who may read the log of the organisation. */
export async function readRetention(api: VaultApi, now: Date): Promise<Retention> {
  const [rules, holds] = await Promise.all([
    api.rest('audit_retention?select=category,days,where_days,next_days,next_where_days,next_from'),
    api.rest('legal_holds?select=id,about,reason,set_by,set_at&released_at=is.null&order=set_at.desc,id.desc'),
  ])
  const chosen = new Map(
    z
      .array(ruleRow)
      .parse(rules)
      .map((row) => [row.category, stateAt(row, now)]),
  )
  const ruleOf = (category: AuditCategory): RetentionState =>
    chosen.get(category) ?? { days: RETENTION_DAYS[category], whereDays: null, next: null }
  return {
    rules: {
      auth: ruleOf('auth'),
      data_access: ruleOf('data_access'),
      config_change: ruleOf('config_change'),
      security_incident: ruleOf('security_incident'),
    },
    holds: z
      .array(holdRow)
      .parse(holds)
      .map(({ about: person, set_by: setBy, set_at: setAt, ...same }) => ({ ...same, person, setBy, setAt })),
  }
}

function stateAt(row: z.output<typeof ruleRow>, now: Date): RetentionState {
  const chosen = { days: row.days, whereDays: row.where_days }
  if (row.next_from === null) return { ...chosen, next: null }
  const next = { days: row.next_days, whereDays: row.next_where_days }
  const from = new Date(row.next_from)
  return from <= now ? { ...next, next: null } : { ...chosen, next: { ...next, from } }
}

/** A shorter time counts after seven days. @throws {VaultError} `not_allowed`, `proof_needed` */
export async function changeRetention(
  api: VaultApi,
  { category, days, whereDays }: { category: AuditCategory } & RetentionRule,
): Promise<void> {
  await api.rest('rpc/change_retention', { method: 'POST', body: { category, days, where_days: whereDays } })
}

/** @throws {VaultError} `not_allowed`, `proof_needed` */
export async function setLegalHold(
  api: VaultApi,
  { person, reason }: { person: string | null; reason: string },
): Promise<void> {
  await api.rest('rpc/set_legal_hold', { method: 'POST', body: { person, reason } })
}

/** @throws {VaultError} `not_allowed`, `proof_needed` */
export async function releaseLegalHold(
  api: VaultApi,
  { hold, reason }: { hold: string; reason: string },
): Promise<void> {
  await api.rest('rpc/release_legal_hold', { method: 'POST', body: { hold, reason } })
}
