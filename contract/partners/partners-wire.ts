import { z } from 'zod'
import { CURRENCIES } from '../sales/money.ts'
import { wireArchive } from '../wire/wire-archive.ts'
import { emailOrNothing, id, line, lines, version, versioned } from '../wire/wire-fields.ts'
import { listFile, searchText, wireList } from '../wire/wire-list.ts'
import { wireRoute } from '../wire/wire-route.ts'
import { commission } from './commissions-wire.ts'
import { PARTNER_LIMITS, PARTNER_STATES, TIER_PRESETS } from './partners.ts'
import { registration } from './registrations-wire.ts'

const permission = 'manage_partners'
const { tiers, tierNameCharacters, basisPoints } = PARTNER_LIMITS

/** What partners earn; rates in hundredths of a per cent. One without a name has that of its preset, in the language of the person. */
export const tier = z.object({
  id: z.string(),
  preset: z.enum(TIER_PRESETS).nullable(),
  name: z.string().nullable(),
  basis_points: z.number(),
})
/** `people`: those whose account may be linked with a partner. */
export const programme = z.object({
  version: z.number(),
  currency: z.enum(CURRENCIES),
  tiers: z.array(tier),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
})

/** A company that brings customers. */
export const partner = z.object({
  id: z.string(),
  tier_id: z.string(),
  tier_preset: z.enum(TIER_PRESETS).nullable(),
  tier_name: z.string().nullable(),
  company: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  state: z.enum(PARTNER_STATES),
  notes: z.string(),
  account_id: z.string().nullable(),
  version: z.number(),
  created_at: z.string(),
  /** Of all its links. */
  visits: z.number(),
  open_registrations: z.number(),
  /** Not paid yet, in the smallest unit of each currency that there is. */
  open_minor: z.partialRecord(z.enum(CURRENCIES), z.number()),
})
export const partnerList = wireList({
  items: 'partners',
  path: '/partners/v1/partners',
  permission,
  summary: 'Partners of the organisation.',
  row: partner,
  filters: { search: searchText(PARTNER_LIMITS.searchCharacters), state: z.enum(PARTNER_STATES), tier: id },
  orders: ['newest', 'company'],
  further: {},
})
export const partnerFile = listFile(partnerList)

/** `visits` since it was made; `days`: of the last thirty those that had any. */
export const partnerLink = z.object({
  id: z.string(),
  code: z.string(),
  path: z.string(),
  is_paused: z.boolean(),
  visits: z.number(),
  days: z.array(z.object({ day: z.string(), count: z.number() })),
})
export const partnerStatement = z.object({ id: z.string(), month: z.string(), year: z.number(), number: z.number() })

export const readPartner = wireRoute({
  line: 'GET /partners/v1/partners/:id',
  permission,
  summary: 'One partner with its links, customers, commissions and statements.',
  answer: z.object({
    partner,
    links: z.array(partnerLink),
    registrations: z.array(registration),
    commissions: z.array(commission),
    statements: z.array(partnerStatement),
  }),
})

const fields = {
  tier_id: id,
  company: line(PARTNER_LIMITS.companyCharacters).min(1),
  contact_name: line(PARTNER_LIMITS.nameCharacters),
  contact_email: emailOrNothing(PARTNER_LIMITS.emailCharacters),
  state: z.enum(PARTNER_STATES),
  notes: lines(PARTNER_LIMITS.notesCharacters),
}
const EXAMPLE = {
  tier_id: '00000000-0000-4000-8000-000000000000',
  company: 'Acme',
  contact_name: '',
  contact_email: '',
  state: 'active',
  notes: '',
}
export const addPartner = wireRoute({
  line: 'POST /partners/v1/partners',
  permission,
  summary: 'Adds a partner. What is sent twice with the same id is stored once.',
  body: z.strictObject({ id, ...fields }),
  answer: z.object({ id: z.string() }),
  makes: true,
  example: { id: '00000000-0000-4000-8000-000000000000', ...EXAMPLE },
})
export const changePartner = wireRoute({
  line: 'PUT /partners/v1/partners/:id',
  permission,
  summary: 'Changes a partner.',
  body: z.strictObject({ ...fields, version }),
  answer: versioned,
  example: { ...EXAMPLE, version: 1 },
})
export const { archive: archivePartner, restore: restorePartner } = wireArchive({
  path: '/partners/v1/partners',
  permission,
  what: 'a partner',
  means: 'the partnership has ended, and its links lead to the front page',
})
export const linkPartnerAccount = wireRoute({
  line: 'PUT /partners/v1/partners/:id/account',
  permission,
  summary: 'Says whose account sees what is of this partner; null: nobody’s.',
  body: z.strictObject({ account_id: id.nullable(), version }),
  answer: versioned,
  example: { account_id: null, version: 1 },
})

export const readProgramme = wireRoute({
  line: 'GET /partners/v1/programme',
  permission,
  summary: 'Tiers of the programme, made by the first who asks.',
  answer: programme,
})
export const saveTiers = wireRoute({
  line: 'PUT /partners/v1/programme/tiers',
  permission,
  summary: 'Stores the tiers in their order.',
  body: z.strictObject({
    tiers: z
      .array(
        z.strictObject({
          /** Null: a new one. */
          id: id.nullable(),
          /** Null: that of its preset, in the language of the person. */
          name: line(tierNameCharacters).min(1).nullable(),
          basis_points: z.int().min(0).max(basisPoints),
        }),
      )
      .min(1)
      .max(tiers)
      .refine((all) => {
        const ids = all.flatMap((one) => one.id ?? [])
        return new Set(ids).size === ids.length && all.every((one) => one.id !== null || one.name !== null)
      }),
    version,
  }),
  example: { tiers: [{ id: null, name: 'A', basis_points: 0 }], version: 999 },
})
