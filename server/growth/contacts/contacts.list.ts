import { contactFile, contactList } from '#contract/growth/contacts-wire.ts'
import { CONTACT_LIMITS } from '#contract/growth/contacts.ts'
import type { RowOf } from '#contract/wire/wire-list.ts'
import { before, type Conditions, containsLowered, equals, from, includes } from '../../lists/conditions.ts'
import { declareList } from '../../lists/declared-list.ts'

type Contact = RowOf<typeof contactList>
/** A contact with the words that its consent was given to, which the file has besides. */
type ReadContact = Contact & { consent_text: string | null }

/** Conditions on `growth.contacts c`, of the list and of audiences. */
export const CONTACT_CONDITIONS = {
  search: containsLowered('c.searched'),
  source: equals('c.source'),
  consent: equals('c.consent'),
  tag: includes('c.tags'),
  company: containsLowered('lower(c.company)'),
  from: from('c.created_at'),
  to: before('c.created_at'),
  /** A newsletter of which a link was followed. */
  clicked: {
    sql: (at) =>
      `exists (select from growth.deliveries d where d.contact_id = c.id and d.newsletter_id = ${at} and d.clicked_at is not null)`,
  },
} satisfies Conditions

/** Contacts of the organisation, under row-level security; anybody who does not manage growth gets an error of `growth.managed`. */
export const CONTACTS = declareList<ReadContact>()({
  wire: contactList,
  table: 'growth.contacts',
  alias: 'c',
  scope: 'growth.managed() is not null',
  columns: {
    id: 'c.id',
    email: 'c.email',
    name: 'c.name',
    company: 'c.company',
    phone: 'c.phone',
    source: 'c.source',
    tags: 'c.tags',
    consent: 'c.consent',
    consent_at: 'c.consent_at',
    created_at: 'c.created_at',
    consent_text: 'c.consent_text',
  },
  shape: ({ consent_text: _text, ...contact }) => contact,
  conditions: CONTACT_CONDITIONS,
  orders: { newest: { by: 'c.created_at', type: 'timestamptz', direction: 'desc' } },
  pageRows: CONTACT_LIMITS.page,
  file: {
    wire: contactFile,
    name: 'contacts',
    record: 'select growth.record_export($1)',
    cells: () => ({
      email: (row) => row.email,
      name: (row) => row.name,
      company: (row) => row.company,
      phone: (row) => row.phone,
      tags: (row) => row.tags.join('; '),
      source: (row) => row.source,
      consent: (row) => row.consent,
      'consent at': (row) => row.consent_at ?? '',
      'consent ground': (_, raw) => raw.consent_text ?? '',
      'added at': (row) => row.created_at,
    }),
  },
})
