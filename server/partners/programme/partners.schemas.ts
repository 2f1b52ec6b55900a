import { z } from 'zod'
import { PARTNER_LIMITS, PARTNER_STATES } from '#contract/partners/partners.ts'
import { id, line, lines, place, version } from '../partners-requests.ts'

const fields = {
  tier_id: id,
  company: line(PARTNER_LIMITS.companyCharacters).min(1),
  contact_name: line(PARTNER_LIMITS.nameCharacters),
  contact_email: z.union([z.literal(''), z.email().max(PARTNER_LIMITS.emailCharacters)]),
  state: z.enum(PARTNER_STATES),
  notes: lines(PARTNER_LIMITS.notesCharacters),
}
/** The id comes from the client, so that a second click stores nothing twice. */
export const newPartner = z.strictObject({ id, ...fields })
export const changedPartner = z.strictObject({ ...fields, version })
export const linkedAccount = z.strictObject({ account_id: id.nullable(), version })

/** What partners have in common; each part narrows it. */
export const partnerRules = z
  .strictObject({
    search: z.string().trim().max(PARTNER_LIMITS.searchCharacters),
    state: z.enum(PARTNER_STATES),
    tier: id,
  })
  .partial()
export type PartnerRules = z.output<typeof partnerRules>
export const partnerPage = partnerRules.extend({ after: place.optional() })
