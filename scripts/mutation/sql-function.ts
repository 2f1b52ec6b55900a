import { readShippedSchema } from '#server/db/shipped-schema.ts'
import type { SqlChange } from './sql-changes.ts'

/** The function as it is, or with the change: a statement that replaces it. @throws when the text is not there exactly once. */
export function changedFunction({ name, from, to }: SqlChange): string {
  const found = readShippedSchema().functions.all.find((one) => one.name === `authz.${name}`)
  if (!found) throw new Error(`there is no function authz.${name}`)
  if (found.makes.split(from).length !== 2)
    throw new Error(`authz.${name} does not hold this text exactly once: ${from}`)
  return found.makes.replace(from, () => to)
}
