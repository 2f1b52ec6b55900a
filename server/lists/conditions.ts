/**
 * Conditions of lists. A condition is text that its declaration wrote; what a request says reaches the statement as a value only, so nothing of it is
 * ever part of SQL.
 */
export type Condition = {
  /** @param at the placeholder of the value, such as `$3` */
  sql: (at: string) => string
  /** Value as the statement takes it. */
  value?: (given: string) => unknown
  /** Texts for certain values, which take no placeholder. */
  cases?: Readonly<Record<string, string>>
}
export type Conditions<Name extends string = string> = Readonly<Record<Name, Condition>>

export const equals = (column: string): Condition => ({ sql: (at) => `${column} = ${at}` })
export const includes = (column: string): Condition => ({ sql: (at) => `${column} @> array[${at}]` })
/** From a time on. */
export const from = (column: string): Condition => ({ sql: (at) => `${column} >= ${at}` })
/** Before a time. */
export const before = (column: string): Condition => ({ sql: (at) => `${column} < ${at}` })
/** A part of one of the columns, in small or capital letters. */
export const contains = (...columns: readonly string[]): Condition => ({
  sql: (at) => `(${columns.map((column) => `${column} ilike ${at}`).join(' or ')})`,
  value: (given) => `%${escaped(given)}%`,
})
/** A part of a text that is in small letters, whatever letters are asked for: several times as quick as `contains`, which lowers each row. */
export const containsLowered = (text: string): Condition => ({
  sql: (at) => `${text} like lower(${at})`,
  value: (given) => `%${escaped(given)}%`,
})
/** The beginning of a word, in small or capital letters, of a column whose words have a space before each. */
export const beginsWord = (column: string): Condition => ({
  sql: (at) => `${column} ilike ${at}`,
  value: (given) => `% ${escaped(given)}%`,
})
const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
/** A text of its own for some of the values. */
export const cases = (texts: Readonly<Record<string, string>>, otherwise: Condition): Condition => ({
  ...otherwise,
  cases: texts,
})

/** The rules as conditions that all hold. @param values of the statement; those of the rules are added. */
export function conditionsOf(
  conditions: Conditions,
  rules: Readonly<Record<string, string | undefined>>,
  values: unknown[],
): string[] {
  return Object.entries(conditions).flatMap(([name, { sql, value, cases: texts = {} }]) => {
    const given = rules[name]
    if (given === undefined || given === '') return []
    if (Object.hasOwn(texts, given)) return [texts[given] ?? 'false']
    return [sql(`$${values.push(value ? value(given) : given)}`)]
  })
}
