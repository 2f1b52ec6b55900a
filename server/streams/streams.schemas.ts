import { z } from 'zod'
import { AUDIT_CATEGORIES, RISKS, STREAM_FORMATS, STREAM_KINDS } from '#contract/audit/event-streams.ts'

const fields = {
  name: z.string().trim().min(1).max(100),
  address: z.string().trim().min(1).max(2000),
  format: z.enum(STREAM_FORMATS),
  categories: z.array(z.enum(AUDIT_CATEGORIES)).max(AUDIT_CATEGORIES.length),
  least_risk: z.enum(RISKS),
  /** In PEM. */
  ca: z.string().trim().min(1).max(65_536).nullable(),
}
/** A token of the receiver's, which is never read back. It ends up in a header. */
const secret = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .regex(/^[\x20-\x7e]+$/)
const place = z.enum(['now', 'beginning'])

export const newStream = z.strictObject({
  ...fields,
  kind: z.enum(STREAM_KINDS),
  secret: secret.optional(),
  from: place,
})
export type NewStream = z.output<typeof newStream>
export const changedStream = z.strictObject({ ...fields, secret: secret.optional() })
export type ChangedStream = z.output<typeof changedStream>
export const pausedStream = z.strictObject({ paused: z.boolean() })
export const movedStream = z.strictObject({ from: place })
export const streamId = z.object({ id: z.uuid().lowercase() })
export const asideEvent = z.object({ id: z.uuid().lowercase(), event: z.uuid().lowercase() })
