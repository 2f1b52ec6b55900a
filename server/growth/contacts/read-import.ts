import { z } from 'zod'
import { FORMULA_START } from '#contract/csv/csv.ts'
import { readTable, type TableProblem } from '#contract/csv/csv-table.ts'
import { PHONE } from '#contract/growth/contacts-wire.ts'
import {
  CONTACT_LIMITS,
  IMPORT_COLUMNS,
  IMPORT_HEADINGS,
  type ImportColumn,
  type ImportProblem,
} from '#contract/growth/contacts.ts'

/** A contact as somebody gives it. */
export type ContactEntry = { email: string; name: string; company: string; phone: string; tags: string[] }

export type ReadImport = {
  entries: ContactEntry[]
  /** By the number of their row, from 1, the line of headings counted. */
  problems: { row: number; column: ImportColumn; problem: ImportProblem }[]
  /** Headings of columns that are not read. */
  leftOut: string[]
}

const MOST_CHARACTERS: Record<ImportColumn, number> = {
  email: CONTACT_LIMITS.emailCharacters,
  name: CONTACT_LIMITS.nameCharacters,
  company: CONTACT_LIMITS.companyCharacters,
  phone: CONTACT_LIMITS.phoneCharacters,
  tags: CONTACT_LIMITS.tags * (CONTACT_LIMITS.tagCharacters + 1),
}
const address = z.email().max(CONTACT_LIMITS.emailCharacters)

/** Reads a list of contacts, see `readTable`. */
export function readImport(text: string): ReadImport | { problem: TableProblem } {
  const table = readTable(text, {
    mostBytes: CONTACT_LIMITS.importBytes,
    mostRows: CONTACT_LIMITS.importRows,
    columns: IMPORT_COLUMNS,
    headings: IMPORT_HEADINGS,
  })
  if ('problem' in table) return table
  const read: ReadImport = { entries: [], problems: [], leftOut: table.leftOut }
  const known = new Set<string>()
  for (const { row, values } of table.rows) {
    const tags = tagsOf(values.tags)
    const found = problemOf(values, tags, known)
    if (found) {
      read.problems.push({ row, ...found })
      continue
    }
    known.add(values.email.toLowerCase())
    read.entries.push({ ...values, tags })
  }
  return read
}

function problemOf(
  values: Readonly<Record<ImportColumn, string>>,
  tags: readonly string[],
  known: ReadonlySet<string>,
): { column: ImportColumn; problem: ImportProblem } | undefined {
  const { email, phone } = values
  if (email === '') return { column: 'email', problem: 'email_missing' }
  for (const column of IMPORT_COLUMNS) {
    if (values[column].length > MOST_CHARACTERS[column]) return { column, problem: 'too_long' }
    if (column !== 'phone' && FORMULA_START.test(values[column])) return { column, problem: 'formula' }
  }
  if (!PHONE.test(phone)) return { column: 'phone', problem: FORMULA_START.test(phone) ? 'formula' : 'phone_invalid' }
  if (!address.safeParse(email).success) return { column: 'email', problem: 'email_invalid' }
  if (tags.length > CONTACT_LIMITS.tags) return { column: 'tags', problem: 'tags_too_many' }
  if (tags.some((tag) => tag.length > CONTACT_LIMITS.tagCharacters)) return { column: 'tags', problem: 'too_long' }
  return known.has(email.toLowerCase()) ? { column: 'email', problem: 'twice' } : undefined
}

/** Within a cell tags are separated by semicolons, or bars where semicolons separate the columns. */
const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[;|]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]
