/** What a query string asks for, before any name is looked up. */
export type JsonStep = { key: string; asText: boolean }
export type Field = { name: string; path: JsonStep[] }

export type SelectItem =
  | { kind: 'all' }
  | { kind: 'count' }
  | { kind: 'column'; field: Field; alias?: string; cast?: string }
  | { kind: 'embed'; relation: string; alias?: string; hint?: string; isInner: boolean; level: Level }

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

export type OrderTerm = { field: Field; isDescending: boolean; nulls?: 'first' | 'last' }

/** One table's share of a query: the root or an embedded one. */
export type Level = {
  select: SelectItem[]
  where: Condition[]
  order: OrderTerm[]
  limit?: number
  offset?: number
}

export type Query = { root: Level; columns?: string[]; onConflict?: string[] }
