import { z } from 'zod'
import { CONSENTS, CONTACT_LIMITS, CONTACT_SOURCES } from '#contract/growth/contacts.ts'
import { PHONE } from './read-import.ts'

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u)
const tag = line(CONTACT_LIMITS.tagCharacters)
  .min(1)
  .regex(/^[^;|]*$/)
const tags = z.array(tag).max(CONTACT_LIMITS.tags)
const ground = z.string().trim().min(1).max(CONTACT_LIMITS.groundCharacters)

const fields = {
  name: line(CONTACT_LIMITS.nameCharacters),
  company: line(CONTACT_LIMITS.companyCharacters),
  phone: line(CONTACT_LIMITS.phoneCharacters).regex(PHONE),
  tags,
}
export const newContact = z.strictObject({
  email: z.email().max(CONTACT_LIMITS.emailCharacters),
  ...fields,
  /** Why they agreed to newsletters; null: they did not. */
  ground: ground.nullable(),
})
export type NewContact = z.output<typeof newContact>
export const changedContact = z.strictObject(fields).partial()
export type ChangedContact = z.output<typeof changedContact>

const chosen = z.array(z.uuid().lowercase()).min(1).max(CONTACT_LIMITS.chosen)
export const taggedContacts = z.strictObject({ ids: chosen, tag, isOn: z.boolean() })
export const removedContacts = z.strictObject({ ids: chosen })
export const statedConsent = z.strictObject({ state: z.enum(['confirmed', 'withdrawn']), ground })

export const contactImport = z.strictObject({
  // A byte too many is found by the reader, which says so.
  csv: z.string().max(CONTACT_LIMITS.importBytes + 1),
  isPreview: z.boolean(),
  ground: ground.nullable(),
  tags,
})
export type ContactImport = z.output<typeof contactImport>

const time = z.iso.datetime()
/** What contacts have in common; each part narrows it. */
export const contactRules = z
  .strictObject({
    search: z.string().trim().max(200),
    source: z.enum(CONTACT_SOURCES),
    consent: z.enum(CONSENTS),
    tag,
    company: line(CONTACT_LIMITS.companyCharacters),
    from: time,
    to: time,
  })
  .partial()
export type ContactRules = z.output<typeof contactRules>

/** The last contact of a page: its time as PostgreSQL writes it, and its id. */
const place = z.string().regex(/^[\d-]{10}T[\d:.+-]{8,24}~[0-9a-f-]{36}$/)
export const contactPage = contactRules.extend({ after: place.optional() })
export type ContactPage = z.output<typeof contactPage>
