import { z } from 'zod'
import { type WireRoute, wireRoute } from './wire-route.ts'

const LIST_FORMATS = ['csv', 'ndjson'] as const
export type ListFormat = (typeof LIST_FORMATS)[number]
/** Where the next page begins, as the server wrote it. */
const MAX_CURSOR_CHARACTERS = 2000

/** A text to look for in several columns. */
export const searchText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\0]*$/)

type Declared<
  Items extends string,
  Row extends z.ZodObject,
  Filters extends z.ZodRawShape,
  Further extends z.ZodRawShape,
> = {
  /** Name of the rows in an answer, and of the list in its cursors. */
  items: Items
  path: `/${string}`
  permission: WireRoute['permission']
  summary: string
  row: Row
  filters: Filters
  /** Names of the orders; the first one is the default. */
  orders: readonly [string, ...string[]]
  /** What the first page says besides. */
  further: Further
}

/** A list as page and server agree on it: its rows, what it is narrowed by, and in which orders. */
export function wireList<
  const Items extends string,
  Row extends z.ZodObject,
  Filters extends z.ZodRawShape,
  Further extends z.ZodRawShape,
>({ items, path, permission, summary, row, filters, orders, further }: Declared<Items, Row, Filters, Further>) {
  const rules = z.strictObject(filters).partial()
  const order = z.enum(orders).optional()
  const page = wireRoute({
    line: `GET ${path}`,
    permission,
    summary,
    query: rules.extend({ order, after: z.string().max(MAX_CURSOR_CHARACTERS).optional() }),
    answer: z.object({
      ...({ [items]: z.array(row) } as Record<Items, z.ZodArray<Row>>),
      /** Null at the end. */
      after: z.string().nullable(),
      /** On the first page: at most `MAX_COUNTED` + 1. */
      count: z.number().optional(),
      ...further,
    }),
  })
  return { items, row, rules, orders, order, page, filters: Object.keys(filters) as (keyof Filters & string)[] }
}

/** The file of a list: exactly the rows that the rules let through. */
export const listFile = ({
  page: { line, permission, summary },
  rules,
  order,
}: Pick<WireList, 'page' | 'order' | 'rules'>) =>
  wireRoute({
    line: `${line}/export`,
    permission,
    summary: `${summary} As a file.`,
    query: rules.extend({ order, format: z.enum(LIST_FORMATS).optional() }),
    file: ['text/csv', 'application/x-ndjson'],
  })
/** Anything that `wireList` makes. */
export type WireList = {
  readonly items: string
  readonly row: z.ZodObject
  readonly rules: z.ZodObject
  readonly orders: readonly [string, ...string[]]
  readonly filters: readonly string[]
  readonly order: z.ZodOptional<z.ZodEnum>
  readonly page: WireRoute & { query: z.ZodObject; answer: z.ZodObject }
}
export type RulesOf<List extends { rules: z.ZodType }> = z.output<List['rules']>
export type RowOf<List extends { row: z.ZodType }> = z.output<List['row']>
