import { z } from 'zod'
import { DEMO_STEPS } from '#contract/organisation/demo.ts'

/** Messages of the process that makes a demo. It is a program of its own, so what it says is read like any request. */
export const fromMaker = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('progress'),
    step: z.enum(DEMO_STEPS),
    done: z.int().min(0).max(10_000),
    total: z.int().min(0).max(10_000),
  }),
  /** Asks for the invitation of a person, which no mail brings. */
  z.object({ kind: z.literal('invitation'), email: z.string().max(254) }),
  z.object({ kind: z.literal('made') }),
  z.object({ kind: z.literal('failed'), problem: z.string() }),
])
