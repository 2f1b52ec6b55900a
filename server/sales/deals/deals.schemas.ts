import { z } from 'zod'
import { DEAL_LIMITS, NO_OWNER } from '#contract/sales/deals.ts'
import { MOST_MINOR } from '#contract/sales/money.ts'
import { day, line, version } from '../sales-requests.ts'

const id = z.uuid().lowercase()

const fields = {
  title: line(DEAL_LIMITS.titleCharacters).min(1),
  contact_name: line(DEAL_LIMITS.nameCharacters),
  contact_email: z.union([z.literal(''), z.email().max(DEAL_LIMITS.emailCharacters)]),
  contact_company: line(DEAL_LIMITS.companyCharacters),
  amount_minor: z.int().min(0).max(MOST_MINOR).nullable(),
  closes_on: day.nullable(),
  owner_id: id.nullable(),
}
export const newDeal = z.strictObject({ ...fields, stage_id: id.nullable() })
export type NewDeal = z.output<typeof newDeal>
export const changedDeal = z.strictObject({ ...fields, version })
export type ChangedDeal = z.output<typeof changedDeal>

export const movedDeal = z.strictObject({
  stage_id: id,
  /** Why it was lost; for the stage of what was lost alone. */
  reason: line(DEAL_LIMITS.reasonCharacters).min(1).nullable(),
  version,
})
export type MovedDeal = z.output<typeof movedDeal>

/** What deals have in common; each part narrows it. */
export const dealRules = z
  .strictObject({
    search: z.string().trim().max(DEAL_LIMITS.searchCharacters),
    owner: z.union([z.literal(NO_OWNER), id]),
    stage: id,
  })
  .partial()
export type DealRules = z.output<typeof dealRules>

/** The last deal of a page: since when it is in its stage, as PostgreSQL writes it, and its id. */
const place = z.string().regex(/^[\d-]{10}T[\d:.+-]{8,24}~[0-9a-f-]{36}$/)
export const dealPage = dealRules.extend({ stage: id, after: place })
export type DealPage = z.output<typeof dealPage>
