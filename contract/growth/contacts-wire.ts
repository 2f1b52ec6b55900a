import { z } from 'zod'
import { TABLE_PROBLEMS } from '../csv/csv-table.ts'
import { id, line } from '../wire/wire-fields.ts'
import { listFile, searchText, wireList } from '../wire/wire-list.ts'
import { wireRoute } from '../wire/wire-route.ts'
import { CONSENTS, CONTACT_LIMITS, CONTACT_SOURCES, IMPORT_COLUMNS, IMPORT_PROBLEMS } from './contacts.ts'

const permission = 'manage_growth'

/** A person outside, whom an organisation knows. Times are ISO 8601. */
export const contact = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  company: z.string(),
  phone: z.string(),
  source: z.enum(CONTACT_SOURCES),
  tags: z.array(z.string()),
  consent: z.enum(CONSENTS),
  consent_at: z.string().nullable(),
  created_at: z.string(),
})

const tag = line(CONTACT_LIMITS.tagCharacters)
  .min(1)
  .regex(/^[^;|]*$/)
const tags = z.array(tag).max(CONTACT_LIMITS.tags)
/** Why somebody agreed to newsletters. */
const ground = z.string().trim().min(1).max(CONTACT_LIMITS.groundCharacters)
const time = z.iso.datetime()

export const contactList = wireList({
  items: 'contacts',
  path: '/growth/v1/contacts',
  permission,
  summary: 'Contacts of the organisation, newest first.',
  row: contact,
  filters: {
    search: searchText(200),
    source: z.enum(CONTACT_SOURCES),
    consent: z.enum(CONSENTS),
    tag,
    company: line(CONTACT_LIMITS.companyCharacters),
    /** Added from then on. */
    from: time,
    /** Added before. */
    to: time,
  },
  orders: ['newest'],
  /** Tags that are in use. */
  further: { tags: z.array(z.string()).optional() },
})
export const contactFile = listFile(contactList)

const event = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  details: z.record(z.string(), z.unknown()),
  user_id: z.string().nullable(),
  by: z.string().nullable(),
})
export const readContact = wireRoute({
  line: 'GET /growth/v1/contacts/:id',
  permission,
  summary: 'One contact with the evidence of its consent.',
  answer: z.object({
    contact: contact.extend({
      consent_from: z.string().nullable(),
      consent_text: z.string().nullable(),
      consent_address_hash: z.string().nullable(),
    }),
    /** Why it gets no newsletters, whatever somebody states. */
    suppressed: z.string().nullable(),
    events: z.array(event),
  }),
})

/** Begins with a plus or not, and is nothing but digits. */
export const PHONE = /^\+?[\d\s()./-]*$/
const fields = {
  name: line(CONTACT_LIMITS.nameCharacters),
  company: line(CONTACT_LIMITS.companyCharacters),
  phone: line(CONTACT_LIMITS.phoneCharacters).regex(PHONE),
  tags,
}
export const addContact = wireRoute({
  line: 'POST /growth/v1/contacts',
  permission,
  summary: 'Adds a contact.',
  body: z.strictObject({
    email: z.email().max(CONTACT_LIMITS.emailCharacters),
    ...fields,
    /** Null: they did not agree to newsletters. */
    ground: ground.nullable(),
  }),
  example: { email: 'ada@example.test', name: '', company: '', phone: '', tags: [], ground: null },
})
export const changeContact = wireRoute({
  line: 'PATCH /growth/v1/contacts/:id',
  permission,
  summary: 'Changes some fields of a contact.',
  body: z.strictObject(fields).partial(),
  example: { name: 'Ada' },
})

const counted = z.object({ count: z.number() })
const chosen = z.array(id).min(1).max(CONTACT_LIMITS.chosen)
export const tagContacts = wireRoute({
  line: 'POST /growth/v1/contacts/tags',
  permission,
  summary: 'Gives contacts a tag, or takes it away, and counts those it changed.',
  body: z.strictObject({ ids: chosen, tag, isOn: z.boolean() }),
  answer: counted,
  example: { ids: ['00000000-0000-4000-8000-000000000000'], tag: 'A', isOn: true },
})
export const removeContacts = wireRoute({
  line: 'POST /growth/v1/contacts/removals',
  permission,
  summary: 'Deletes contacts, and counts those that there were.',
  body: z.strictObject({ ids: chosen }),
  answer: counted,
  example: { ids: ['00000000-0000-4000-8000-000000000000'] },
})
export const stateConsent = wireRoute({
  line: 'POST /growth/v1/contacts/:id/consent',
  permission,
  summary: 'Notes that somebody agreed to newsletters, or no longer does, and why that is known.',
  body: z.strictObject({ state: z.enum(['confirmed', 'withdrawn']), ground }),
  example: { state: 'withdrawn', ground: 'A' },
})

export const importContacts = wireRoute({
  line: 'POST /growth/v1/contacts/imports',
  permission,
  summary: 'Reads a list of contacts, and stores it unless it is a preview.',
  body: z.strictObject({
    // A byte too many is found by the reader, which says so.
    csv: z.string().max(CONTACT_LIMITS.importBytes + 1),
    isPreview: z.boolean(),
    ground: ground.nullable(),
    tags,
  }),
  answer: z.union([
    z.object({ problem: z.enum(TABLE_PROBLEMS) }),
    z.object({
      rows: z.number(),
      known: z.number(),
      suppressed: z.number(),
      leftOut: z.array(z.string()),
      problems: z.array(
        z.object({ row: z.number(), column: z.enum(IMPORT_COLUMNS), problem: z.enum(IMPORT_PROBLEMS) }),
      ),
      problemCount: z.number(),
      shown: z.array(z.object({ email: z.string(), name: z.string(), company: z.string() })),
      added: z.number(),
      changed: z.number(),
    }),
  ]),
  example: { csv: 'email\na@example.test', isPreview: true, ground: null, tags: [] },
})
