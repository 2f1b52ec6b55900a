/** What a query string asks for, before any name is looked up. */
export type JsonStep = { key: string; asText: boolean }
export type Field = { name: string; path: JsonStep[] }

export type SelectItem =
  | { kind: 'all' }
  | { kind: 'count'; alias?: string; cast?: string }
  | { kind: 'column'; field: Field; alias?: string; cast?: string; aggregate?: Aggregate }
  | {
      kind: 'embed'
      relation: string
      alias?: string
      hint?: string
      isInner: boolean
      /** Its fields become fields of the parent. */
      isSpread: boolean
      level: Level
    }

export const AGGREGATES = ['avg', 'count', 'max', 'min', 'sum'] as const
/** `cast` is applied to the result; that of the column comes before. */
export type Aggregate = { name: (typeof AGGREGATES)[number]; cast?: string }

export type Comparison = {
  kind: 'comparison'
  field: Field
  isNegated: boolean
  operator: string
  quantifier?: 'any' | 'all'
  /** Text search configuration. */
  config?: string
  value: string
  /** Only of `in`. */
  values?: string[]
}
export type Logic = { kind: 'logic'; operator: 'and' | 'or'; isNegated: boolean; conditions: Condition[] }
export type Condition = Comparison | Logic

export type OrderTerm = {
  /** The embedded to-one relation that the field belongs to. */
  relation?: string
  field: Field
  isDescending: boolean
  nulls?: 'first' | 'last'
}

/** One table's share of a query: the root or an embedded one. */
export type Level = {
  select: SelectItem[]
  where: Condition[]
  order: OrderTerm[]
  limit?: number
  offset?: number
}

export type Query = { root: Level; columns?: string[]; onConflict?: string[] }
