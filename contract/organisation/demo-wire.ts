import { z } from 'zod'
import { wireRoute } from '../wire/wire-route.ts'
import { DEMO_ACCOUNTS, DEMO_CAUSES, DEMO_PEOPLE, DEMO_STATES, DEMO_STEPS } from './demo.ts'

const operator = { permission: 'manage_tenants', isOfOperator: true } as const

/** A demo organisation, and how far it is. Times are ISO 8601. */
const demo = z.object({
  id: z.string(),
  tenant_id: z.string(),
  asker: z.string(),
  people: z.number(),
  state: z.enum(DEMO_STATES),
  /** Why it is removed. */
  cause: z.enum(DEMO_CAUSES).nullable(),
  step: z.enum(DEMO_STEPS).nullable(),
  done: z.number(),
  total: z.number(),
  /** Cause of a failure, for the operator. One that is ready with it was kept half made: people from elsewhere are in it, or a legal hold keeps it. */
  problem: z.string().nullable(),
  asked_at: z.string(),
  ended_at: z.string().nullable(),
})
export type Demo = z.output<typeof demo>

const newestDemo = z.object({
  demo: demo.nullable(),
  /** Everybody joins one organisation, so there is no other. */
  is_single: z.boolean(),
})
export type NewestDemo = z.output<typeof newestDemo>

export const readDemo = wireRoute({
  line: 'GET /tenants/v1/demo',
  ...operator,
  summary: 'The newest demo organisation, and whether one can be made here.',
  answer: newestDemo,
})

export const makeDemo = wireRoute({
  line: 'POST /tenants/v1/demo',
  ...operator,
  summary: 'Makes a demo organisation. The passwords of three of its people are in this answer and nowhere else.',
  body: z.strictObject({ people: z.int().min(DEMO_PEOPLE.min).max(DEMO_PEOPLE.max) }),
  answer: z.object({
    id: z.string(),
    accounts: z.array(z.object({ role: z.enum(DEMO_ACCOUNTS), email: z.string(), password: z.string() })),
  }),
  makes: true,
  example: { people: DEMO_PEOPLE.min },
  proof: 'fresh',
})
export type MadeDemo = z.output<typeof makeDemo.answer>
export type DemoAccounts = MadeDemo['accounts']

export const cancelDemo = wireRoute({
  line: 'POST /tenants/v1/demos/:id/cancel',
  ...operator,
  summary: 'Ends the making of a demo organisation, and removes what was made.',
  proof: 'ends what is only being made, and nobody has worked with; another one takes a proof',
})

export const removeDemo = wireRoute({
  line: 'DELETE /tenants/v1/demos/:id',
  ...operator,
  summary: 'Removes a demo organisation at once, without days of grace.',
  proof: 'fresh',
})
