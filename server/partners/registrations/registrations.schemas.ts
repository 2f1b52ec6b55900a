import { z } from 'zod'
import { domainOf } from '#contract/partners/addresses.ts'
import { OUTCOMES, PARTNER_LIMITS } from '#contract/partners/partners.ts'
import { MOST_MINOR } from '#contract/sales/money.ts'
import { day, id, line, place, version } from '../partners-requests.ts'

const amount = z.int().min(0).max(MOST_MINOR)
const fields = {
  company: line(PARTNER_LIMITS.companyCharacters).min(1),
  domain: z
    .string()
    .max(500)
    .transform((typed, context) => {
      const domain = domainOf(typed)
      if (domain === null) context.addIssue({ code: 'custom', message: 'no domain' })
      return domain ?? z.NEVER
    }),
  amount_minor: amount,
  expected_on: day,
}
/** The id comes from the client, so that a second click registers nothing twice. */
export const ownRegistration = z.strictObject({ id, ...fields })
export const newRegistration = z.strictObject({ id, partner_id: id, ...fields })

export const decision = z
  .strictObject({
    outcome: z.enum(OUTCOMES),
    /** What the customer pays; of what is won alone. */
    amount_minor: amount.nullable(),
    version,
  })
  .refine(({ outcome, amount_minor: won }) => (outcome === 'won') === (won !== null))

export const registrationPage = z
  .strictObject({ state: z.enum(['open', 'expired', 'declined', 'won', 'lost']), after: place })
  .partial()
