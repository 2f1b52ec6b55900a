/** What people of an organisation and their server agree on about contacts. */
export const CONSENTS = ['none', 'pending', 'confirmed', 'withdrawn'] as const
export type Consent = (typeof CONSENTS)[number]

export const CONTACT_SOURCES = ['typed', 'import', 'contact_form', 'landing_form'] as const
export type ContactSource = (typeof CONTACT_SOURCES)[number]

export const CONTACT_LIMITS = {
  emailCharacters: 254,
  nameCharacters: 200,
  companyCharacters: 200,
  phoneCharacters: 50,
  tags: 20,
  tagCharacters: 50,
  /** Words in which somebody states why contacts agreed. */
  groundCharacters: 2000,
  /** Rows and bytes of one import. */
  importRows: 10_000,
  importBytes: 5 * 1024 * 1024,
  /** Contacts that are changed at once. */
  chosen: 1000,
  page: 50,
} as const

/** Columns that an import knows, by the first line of the file; the others are left out and named. */
export const IMPORT_COLUMNS = ['email', 'name', 'company', 'phone', 'tags'] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

/** What the columns are called in files, in small letters. */
export const IMPORT_HEADINGS: Readonly<Record<string, ImportColumn>> = {
  email: 'email',
  'e-mail': 'email',
  'email address': 'email',
  'e-mail-adresse': 'email',
  name: 'name',
  company: 'company',
  firma: 'company',
  société: 'company',
  phone: 'phone',
  telefon: 'phone',
  téléphone: 'phone',
  tags: 'tags',
}

export const IMPORT_PROBLEMS = [
  'email_missing',
  'email_invalid',
  'twice',
  'too_long',
  'formula',
  'phone_invalid',
  'tags_too_many',
] as const
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number]
