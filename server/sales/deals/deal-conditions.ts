import { NO_OWNER } from '#contract/sales/deals.ts'
import type { DealRules } from './deals.schemas.ts'

/**
 * The rules as conditions on `sales.deals d`. @param values of the statement; those of the rules are added, so that nothing of a rule is ever
 * part of its text.
 */
export function conditionsOf({ search, owner, stage }: DealRules, values: unknown[]): string {
  const at = (value: unknown): string => `$${values.push(value)}`
  const conditions: string[] = []
  if (search) {
    const pattern = at(`%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
    conditions.push(
      `(d.title ilike ${pattern} or d.contact_name ilike ${pattern} or d.contact_email ilike ${pattern} or d.contact_company ilike ${pattern})`,
    )
  }
  if (owner) conditions.push(owner === NO_OWNER ? 'd.owner_id is null' : `d.owner_id = ${at(owner)}`)
  if (stage) conditions.push(`d.stage_id = ${at(stage)}`)
  return conditions.map((one) => ` and ${one}`).join('')
}
