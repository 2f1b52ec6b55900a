import { z } from 'zod'
import { CURRENCIES, MOST_MINOR } from '../sales/money.ts'
import { day, id, line, version, versioned } from '../wire/wire-fields.ts'
import { wireList } from '../wire/wire-list.ts'
import { wireRoute } from '../wire/wire-route.ts'
import { domainOf } from './addresses.ts'
import { OUTCOMES, PARTNER_LIMITS, REGISTRATION_STATES } from './partners.ts'

const permission = 'manage_partners'
const amount = z.int().min(0).max(MOST_MINOR)

/** A customer that a partner registered, as its partner sees it as well. Days as `2026-11-21`, times in ISO 8601. */
export const ownRegistration = z.object({
  id: z.string(),
  company: z.string(),
  domain: z.string(),
  amount_minor: z.number(),
  currency: z.enum(CURRENCIES),
  expected_on: z.string(),
  state: z.enum(REGISTRATION_STATES),
  expires_on: z.string(),
  /** Nothing was decided in time. */
  is_expired: z.boolean(),
  basis_points: z.number().nullable(),
  version: z.number(),
  created_at: z.string(),
})
export const registration = ownRegistration.extend({
  partner_id: z.string(),
  partner: z.string(),
  /** Other partners that have the same customer open, those approved first. */
  conflicts: z.array(z.object({ partner: z.string(), state: z.enum(REGISTRATION_STATES) })),
})

export const registrationList = wireList({
  items: 'registrations',
  path: '/partners/v1/registrations',
  permission,
  summary: 'Customers that partners registered, newest first.',
  row: registration,
  /** `open`: not decided to the end and not expired; `expired`; otherwise that state, in time or not. */
  filters: { state: z.enum(['open', 'expired', 'declined', 'won', 'lost']) },
  orders: ['newest'],
  further: {},
})

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
export const newOwnRegistration = z.strictObject({ id, ...fields })

export const addRegistration = wireRoute({
  line: 'POST /partners/v1/registrations',
  permission,
  summary: 'Registers a customer for a partner.',
  body: z.strictObject({ id, partner_id: id, ...fields }),
  answer: z.object({ id: z.string() }),
  makes: true,
  example: {
    id: '00000000-0000-4000-8000-000000000000',
    partner_id: '00000000-0000-4000-8000-000000000000',
    company: 'Acme',
    domain: 'acme.example',
    amount_minor: 1,
    expected_on: '2030-01-01',
  },
})
export const decideRegistration = wireRoute({
  line: 'POST /partners/v1/registrations/:id/decisions',
  permission,
  summary: 'Decides about a registered customer.',
  body: z
    .strictObject({
      outcome: z.enum(OUTCOMES),
      /** What the customer pays; of what is won alone. */
      amount_minor: amount.nullable(),
      version,
    })
    .refine(({ outcome, amount_minor: won }) => (outcome === 'won') === (won !== null)),
  answer: versioned,
  example: { outcome: 'approved', amount_minor: null, version: 1 },
})
