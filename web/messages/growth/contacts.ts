import type { TableProblem } from '#contract/csv/csv-table.ts'
import type { Consent, ContactSource, ImportColumn, ImportProblem } from '#contract/growth/contacts.ts'
import { formatCount } from '#web/lib/format.ts'
import { pageWords } from '../languages/page-words.ts'

const SOURCE: Record<ContactSource, string> = {
  typed: 'Typed in',
  import: 'Import',
  contact_form: 'Contact form',
  landing_form: 'Landing form',
}
const CONSENT: Record<Consent, string> = {
  none: 'No consent',
  pending: 'Waiting for confirmation',
  confirmed: 'Agreed',
  withdrawn: 'Withdrawn',
}
const SUPPRESSED: Record<string, string> = {
  withdrawn: 'This person withdrew. Only they can ask for newsletters again, also after the contact was deleted.',
  bounced: 'Mails to this address come back, so no more are sent.',
  complained: 'This person reported a newsletter as unwanted, so no more are sent.',
}
const ORIGIN: Record<string, string> = { import: 'an import', stated: 'a statement of your organisation' }
const COLUMN: Record<ImportColumn, string> = {
  email: 'email',
  name: 'name',
  company: 'company',
  phone: 'phone',
  tags: 'tags',
}
const PROBLEM: Record<ImportProblem, string> = {
  email_missing: 'there is none',
  email_invalid: 'it is not an email address',
  twice: 'an earlier row has it already',
  too_long: 'it is too long',
  formula: 'a spreadsheet would run it as a formula',
  phone_invalid: 'it is not a phone number',
  tags_too_many: 'there are too many',
}
const FILE: Record<TableProblem, string> = {
  too_large: 'The file is larger than 5 MiB. Divide it into several.',
  too_many_rows: 'The file has more than 10,000 rows. Divide it into several.',
  no_email_column: 'No column is called “email”. The first line of the file names its columns.',
  empty: 'The file has a line of headings and no contacts.',
  too_many_columns: 'The file has more than 50 columns, so it is probably not a list of contacts.',
  not_text: 'This is not a CSV file in UTF-8.',
}
const FIELD: Record<string, string> = { name: 'name', company: 'company', phone: 'phone' }

const contactsOf = (count: number) => `${formatCount(count)} ${count === 1 ? 'contact' : 'contacts'}`

/** People outside whom an organisation knows. */
export const contacts = pageWords('contacts', {
  title: 'Contacts',
  loading: 'Loading contacts',
  failed: 'The contacts could not be loaded',
  retry: 'Retry',
  more: 'Show more',
  empty: 'No contacts yet',
  emptyText: 'Those who write to you by the contact form appear here. You can add contacts, or import a list.',
  noMatch: 'No contact matches these filters',
  count: contactsOf,
  countOver: (count: number) => `More than ${contactsOf(count)}`,
  source: (source: ContactSource) => SOURCE[source],
  consent: (consent: Consent) => CONSENT[consent],
  columns: {
    email: 'Email',
    company: 'Company',
    consent: 'Newsletters',
    source: 'Source',
    added: 'Added',
    details: 'Details',
  },
  filters: {
    title: 'Filters',
    search: 'Search name, email, company',
    clearSearch: 'Clear the search',
    clear: 'Clear filters',
    all: 'All',
    source: 'Source',
    consent: 'Newsletters',
    tag: 'Tag',
    from: 'Added from',
    to: 'Added until',
  },
  show: 'Show',
  showOne: (email: string) => `Show ${email}`,
  export: 'Export CSV',
  exportFailed: 'Nothing was exported',
  exported: 'Contacts exported',
  failedChange: 'Nothing was changed',
  bulk: {
    tag: 'Add tag',
    untag: 'Remove tag',
    tagName: 'Tag',
    tagSubmit: 'Add tag',
    untagSubmit: 'Remove tag',
    tagged: (count: number) => `${contactsOf(count)} changed`,
    remove: 'Delete',
    ask: (count: number) => `Delete ${contactsOf(count)}?`,
    askText:
      'They are deleted with their timeline, for good. Who withdrew stays on the list of those who get no newsletters.',
    yes: 'Delete',
    no: 'Cancel',
    removed: (count: number) => `${contactsOf(count)} deleted`,
  },
  form: {
    add: 'Add contact',
    title: 'Add a contact',
    email: 'Email',
    name: 'Name',
    company: 'Company',
    phone: 'Phone',
    phoneWrong: 'A phone number has digits, spaces, brackets, dots, hyphens and a plus in front.',
    tags: 'Tags',
    tagsHint: 'Separated by semicolons.',
    agreed: 'This person agreed to newsletters',
    ground: 'How and when they agreed',
    groundHint: 'Stored with your name and the time, as the evidence.',
    submit: 'Add contact',
    save: 'Save',
    busy: 'Saving…',
    added: 'Contact added',
    saved: 'Contact saved',
  },
  sheet: {
    loading: 'Loading the contact',
    failed: 'The contact could not be loaded',
    facts: {
      source: 'Source',
      added: 'Added',
      consent: 'Newsletters',
      since: 'Since',
      from: 'By',
      text: 'Text',
      address: 'From address',
    },
    from: ORIGIN,
    suppression: 'the list of those who get no newsletters',
    hashed: (hash: string) => `${hash} (a keyed hash, not the address)`,
    suppressed: (reason: string) => SUPPRESSED[reason] ?? reason,
    edit: 'Change',
    confirm: 'State consent',
    confirmTitle: 'State that this person agreed',
    confirmSubmit: 'State consent',
    withdraw: 'Note withdrawal',
    withdrawTitle: 'Note that this person withdrew',
    withdrawHint: 'They get no newsletters from now on, and only they can change that.',
    withdrawSubmit: 'Note withdrawal',
    ground: 'What happened, and when',
    done: 'Consent noted',
    timeline: 'Timeline',
    by: (who: string) => `by ${who}`,
    kinds: {
      added: (source: string) => `Added: ${source}`,
      changed: (fields: readonly string[]) => `Changed: ${fields.map((field) => FIELD[field] ?? field).join(', ')}`,
      tags: (tags: readonly string[]) => (tags.length === 0 ? 'All tags removed' : `Tags: ${tags.join(', ')}`),
      consent: (state: string) => `Newsletters: ${state}`,
      message: (subject: string) => `Wrote by the contact form: ${subject}`,
      sent: (subject: string) => `Newsletter sent: ${subject}`,
      clicked: (subject: string) => `Followed a link in: ${subject}`,
      bounced: 'A mail came back',
      complained: 'Reported a newsletter as unwanted',
    },
  },
  import: {
    open: 'Import',
    title: 'Import contacts',
    lead: 'A CSV file with a line of headings: email, and name, company, phone or tags. At most 10,000 rows and 5 MiB. Contacts that are there keep what they have; only empty fields are filled.',
    file: (problem: TableProblem) => FILE[problem],
    ready: (rows: number, known: number) =>
      known === 0
        ? `${contactsOf(rows)} to add`
        : `${contactsOf(rows - known)} to add, ${formatCount(known)} there already`,
    suppressed: (count: number) =>
      `${contactsOf(count)} withdrew or cannot be reached, and get no newsletters after the import either.`,
    wrong: (count: number) => `${formatCount(count)} ${count === 1 ? 'row is' : 'rows are'} left out`,
    row: (row: number, column: ImportColumn, problem: ImportProblem) =>
      `Row ${formatCount(row)}, ${COLUMN[column]}: ${PROBLEM[problem]}`,
    column: (column: ImportColumn) => COLUMN[column],
    furtherRows: (count: number) => `and ${formatCount(count)} more`,
    leftOut: (names: readonly string[]) => `Columns that are not read: ${names.join(', ')}`,
    preview: 'First rows',
    tags: 'Tags for all of them',
    agreed: 'The people in this list agreed to newsletters',
    submit: (count: number) => `Import ${contactsOf(count)}`,
    busy: 'Importing…',
    done: 'Import finished',
    doneText: (added: number, changed: number) => `${formatCount(added)} added, ${formatCount(changed)} completed`,
  },
})
