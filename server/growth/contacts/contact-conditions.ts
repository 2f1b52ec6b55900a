import type { ContactRules } from './contacts.schemas.ts'

/**
 * The rules as conditions on `growth.contacts c`. @param values of the statement; those of the rules are added, so that nothing of a rule is
 * ever part of its text.
 */
export function conditionsOf(rules: ContactRules & { clicked?: string | undefined }, values: unknown[]): string[] {
  const at = (value: unknown): string => `$${values.push(value)}`
  const { search, source, consent, tag, company, from, to, clicked } = rules
  const conditions: string[] = []
  if (search) {
    const pattern = at(containing(search))
    conditions.push(`(c.email ilike ${pattern} or c.name ilike ${pattern} or c.company ilike ${pattern})`)
  }
  if (source) conditions.push(`c.source = ${at(source)}`)
  if (consent) conditions.push(`c.consent = ${at(consent)}`)
  if (tag) conditions.push(`c.tags @> array[${at(tag)}]`)
  if (company) conditions.push(`c.company ilike ${at(containing(company))}`)
  if (from) conditions.push(`c.created_at >= ${at(from)}`)
  if (to) conditions.push(`c.created_at < ${at(to)}`)
  if (clicked) {
    const newsletter = at(clicked)
    conditions.push(
      `exists (select from growth.deliveries d where d.contact_id = c.id and d.newsletter_id = ${newsletter} and d.clicked_at is not null)`,
    )
  }
  return conditions
}

const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
