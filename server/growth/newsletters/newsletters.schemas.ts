import { z } from 'zod'
import { contactList } from '#contract/growth/contacts-wire.ts'
import {
  isWebAddress,
  linksOf,
  NEWSLETTER_ACTS,
  NEWSLETTER_LIMITS as MOST,
  NEWSLETTER_STATES,
} from '#contract/growth/newsletters.ts'

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u)
const url = z.string().trim().max(MOST.urlCharacters).refine(isWebAddress)

const block = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('heading'), text: line(MOST.headingCharacters) }),
  z.strictObject({ kind: z.literal('text'), text: z.string().trim().min(1).max(MOST.textCharacters) }),
  z.strictObject({ kind: z.literal('button'), label: line(MOST.labelCharacters), url }),
  z.strictObject({ kind: z.literal('divider') }),
])
const blocks = z
  .array(block)
  .max(MOST.blocks)
  .refine((all) => linksOf(all).length <= MOST.links)

export const newsletterFields = z.strictObject({
  /** Ends up in a header of mails: one line. */
  subject: line(MOST.subjectCharacters),
  blocks,
  footer: z.string().trim().max(MOST.footerCharacters),
  reply_to: z.email().max(254).nullable(),
  audience_id: z.uuid().lowercase().nullable(),
  per_hour: z.int().min(MOST.perHour.min).max(MOST.perHour.max),
})
export type NewsletterFields = z.output<typeof newsletterFields>

export const newsletterSchedule = z.strictObject({ at: z.iso.datetime().nullable() })
export const newsletterAct = z.strictObject({ act: z.enum(NEWSLETTER_ACTS) })
export const newsletterPage = z.object({
  status: z.enum(NEWSLETTER_STATES).optional(),
  after: z.uuid().lowercase().optional(),
})
export type NewsletterPage = z.output<typeof newsletterPage>
export const mailPace = z.strictObject({
  per_hour: z.int().min(MOST.organisationPerHour.min).max(MOST.organisationPerHour.max),
})

/** Rules of an audience: as those of a list, and who followed a link of a newsletter. */
export const audienceRules = contactList.rules.omit({ search: true, consent: true }).extend({
  clicked: z.uuid().lowercase().optional(),
})
export type AudienceRules = z.output<typeof audienceRules>
export const audienceFields = z.strictObject({ name: line(100), rules: audienceRules })
export type AudienceFields = z.output<typeof audienceFields>
