import { z } from 'zod'
import { CURRENCIES } from '../sales/money.ts'
import { day, line } from '../wire/wire-fields.ts'
import { wireList } from '../wire/wire-list.ts'
import { wireRoute } from '../wire/wire-route.ts'
import { COMMISSION_STATES, PARTNER_LIMITS } from './partners.ts'

const permission = 'manage_partners'

/** What a partner earned, as it sees it itself. */
export const ownCommission = z.object({
  id: z.string(),
  company: z.string(),
  won_minor: z.number(),
  basis_points: z.number(),
  amount_minor: z.number(),
  currency: z.enum(CURRENCIES),
  earned_on: z.string(),
  state: z.enum(COMMISSION_STATES),
  paid_on: z.string().nullable(),
  paid_note: z.string(),
})
export const commission = ownCommission.extend({ partner_id: z.string(), partner: z.string() })

export const commissionList = wireList({
  items: 'commissions',
  path: '/partners/v1/commissions',
  permission,
  summary: 'Commissions of partners, those earned last first.',
  row: commission,
  filters: { state: z.enum(COMMISSION_STATES) },
  orders: ['newest'],
  further: {},
})

export const payCommission = wireRoute({
  line: 'POST /partners/v1/commissions/:id/payment',
  permission,
  summary: 'Notes for good that a commission was paid.',
  body: z.strictObject({ paid_on: day, note: line(PARTNER_LIMITS.paidNoteCharacters) }),
  example: { paid_on: '2026-01-01', note: '' },
})
