import { z } from 'zod'
import { day, emailOrNothing, id, line, version, versioned } from '../wire/wire-fields.ts'
import { listFile, searchText, wireList } from '../wire/wire-list.ts'
import { wireRoute } from '../wire/wire-route.ts'
import { DEAL_EVENTS, DEAL_LIMITS, NO_OWNER } from './deals.ts'
import { CURRENCIES, MOST_MINOR } from './money.ts'
import { QUOTE_STATES } from './quotes.ts'
import { SCORE_WEIGHTS, type ScoreReason } from './score.ts'

const permission = 'manage_sales'
const REASONS = Object.keys(SCORE_WEIGHTS) as [ScoreReason, ...ScoreReason[]]

/** What may be sold to somebody. Amounts in the smallest unit of the currency, days as `2026-11-21`, times in ISO 8601. */
export const deal = z.object({
  id: z.string(),
  stage_id: z.string(),
  title: z.string(),
  contact_id: z.string().nullable(),
  contact_name: z.string(),
  contact_email: z.string(),
  contact_company: z.string(),
  amount_minor: z.number().nullable(),
  closes_on: z.string().nullable(),
  owner_id: z.string().nullable(),
  lost_reason: z.string().nullable(),
  version: z.number(),
  stage_since: z.string(),
  created_at: z.string(),
  /** Of open deals alone. */
  score: z
    .object({
      points: z.number(),
      reasons: z.array(z.object({ reason: z.enum(REASONS), points: z.number(), count: z.number().optional() })),
    })
    .nullable(),
})

export const dealList = wireList({
  items: 'deals',
  path: '/sales/v1/deals',
  permission,
  summary: 'Deals of the organisation, those that came into their stage last first.',
  row: deal,
  filters: {
    search: searchText(DEAL_LIMITS.searchCharacters),
    owner: z.union([z.literal(NO_OWNER), id]),
    stage: id,
  },
  orders: ['newest'],
  further: {},
})
export const dealFile = listFile(dealList)

export const readBoard = wireRoute({
  line: 'GET /sales/v1/board',
  permission,
  summary: 'Stages that have deals, with the first of them.',
  query: dealList.rules,
  answer: z.object({
    columns: z.array(
      z.object({
        stage_id: z.string(),
        count: z.number(),
        amount_minor: z.number(),
        deals: z.array(deal),
        after: z.string().nullable(),
      }),
    ),
  }),
})

export const readDeal = wireRoute({
  line: 'GET /sales/v1/deals/:id',
  permission,
  summary: 'One deal with its history, notes, tasks and quotes.',
  answer: z.object({
    deal,
    events: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        kind: z.enum(DEAL_EVENTS),
        details: z.record(z.string(), z.unknown()),
        user_id: z.string().nullable(),
      }),
    ),
    notes: z.array(
      z.object({ id: z.string(), body: z.string(), author_id: z.string().nullable(), created_at: z.string() }),
    ),
    tasks: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        due_on: z.string().nullable(),
        doer_id: z.string().nullable(),
        done_at: z.string().nullable(),
      }),
    ),
    quotes: z.array(
      z.object({
        id: z.string(),
        status: z.enum(QUOTE_STATES),
        year: z.number().nullable(),
        number: z.number().nullable(),
        revision: z.number(),
        currency: z.enum(CURRENCIES),
        total_minor: z.number(),
        valid_on: z.string(),
        version: z.number(),
      }),
    ),
  }),
})

const fields = {
  title: line(DEAL_LIMITS.titleCharacters).min(1),
  contact_name: line(DEAL_LIMITS.nameCharacters),
  contact_email: emailOrNothing(DEAL_LIMITS.emailCharacters),
  contact_company: line(DEAL_LIMITS.companyCharacters),
  amount_minor: z.int().min(0).max(MOST_MINOR).nullable(),
  closes_on: day.nullable(),
  owner_id: id.nullable(),
}
const EXAMPLE = {
  title: 'A',
  contact_name: '',
  contact_email: '',
  contact_company: '',
  amount_minor: null,
  closes_on: null,
  owner_id: null,
}
export const addDeal = wireRoute({
  line: 'POST /sales/v1/deals',
  permission,
  summary: 'Adds a deal to a stage; null: to the first one.',
  body: z.strictObject({ ...fields, stage_id: id.nullable() }),
  answer: z.object({ id: z.string() }),
  makes: true,
  example: { ...EXAMPLE, stage_id: null },
})
export const changeDeal = wireRoute({
  line: 'PUT /sales/v1/deals/:id',
  permission,
  summary: 'Changes a deal.',
  body: z.strictObject({ ...fields, version }),
  answer: versioned,
  example: { ...EXAMPLE, version: 1 },
})
export const moveDeal = wireRoute({
  line: 'POST /sales/v1/deals/:id/moves',
  permission,
  summary: 'Moves a deal to another stage.',
  body: z.strictObject({
    stage_id: id,
    /** Why it was lost; for the stage of what was lost alone. */
    reason: line(DEAL_LIMITS.reasonCharacters).min(1).nullable(),
    version,
  }),
  answer: versioned,
  example: { stage_id: '00000000-0000-4000-8000-000000000000', reason: null, version: 1 },
})
export const removeDeal = wireRoute({
  line: 'DELETE /sales/v1/deals/:id',
  permission,
  summary: 'Deletes a deal for which no quote was sent.',
})
