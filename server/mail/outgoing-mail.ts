import { z } from 'zod'

/** A mail as it waits in the queue. */
export const outgoingMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  replyTo: z.string().optional(),
  unsubscribeUrl: z.url().optional(),
})
export type OutgoingMail = z.infer<typeof outgoingMail>
