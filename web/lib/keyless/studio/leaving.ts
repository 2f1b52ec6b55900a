import { z } from 'zod'

const sent = z.object({ system: z.string(), prompt: z.string(), redactions: z.record(z.string(), z.number()) })
export const leaving = sent.extend({
  provider: z.string(),
  model: z.string(),
  isPrivate: z.boolean(),
  /** Names the first, where there are several. */
  endpoint: z.string().default(''),
  /** Requests after the first, in their order. */
  further: z.array(sent.extend({ endpoint: z.string() })).default([]),
})
/** Requests to a model as they would leave. */
export type Leaving = z.output<typeof leaving>
