import fs from 'node:fs'
import type { SqlChange } from './sql-changes.ts'

/** The function as it is, or with the change: a statement that replaces it. @throws when the text is not there exactly once. */
export function changedFunction({ name, from, to }: SqlChange): string {
  const schema = fs.readFileSync(new URL('../../server/db/schema.sql', import.meta.url), 'utf8')
  const start = schema.indexOf(`create function authz.${name}(`)
  if (start < 0) throw new Error(`there is no function authz.${name}`)
  // Functions stand apart by an empty line; what follows the body in the same paragraph are its grants.
  const [text = ''] = schema.slice(start).split(/\n(?:grant |comment )|\n\n/, 1)
  if (text.split(from).length !== 2) throw new Error(`authz.${name} does not hold this text exactly once: ${from}`)
  return text.replace('create function', 'create or replace function').replace(from, () => to)
}
