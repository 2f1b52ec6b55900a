import { badQuery } from '../rest-error.ts'

/** The values of one statement; SQL only ever holds their numbers. */
export class Parameters {
  readonly values: unknown[] = []

  /** Binds `value` untyped, so that PostgreSQL reads it as whatever stands on the other side. */
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** Quotes an identifier. Names come from the schema cache; only aliases are the client's own. */
export function identifier(name: string): string {
  // The protocol ends a statement at a NUL.
  if (name.includes('\0')) throw badQuery('a name holds a NUL character')
  return `"${name.replaceAll('"', '""')}"`
}

/** SQL name of a table or function of the schema cache. */
export function tableSql({ schema, name }: { schema: string; name: string }): string {
  return `${identifier(schema)}.${identifier(name)}`
}

/** The text of an array value: `{"a","b"}`. */
export function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
