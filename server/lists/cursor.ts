import { z } from 'zod'

/** Types of columns that a list is ordered by. Their order is one for PostgreSQL alone: a place is compared there. */
const PLACES = {
  timestamptz: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,15}[+-]\d\d:\d\d$/)
    .refine((time) => !Number.isNaN(Date.parse(time))),
  date: z.iso.date(),
  bigint: z.string().regex(/^-?\d{1,18}$/),
  text: z
    .string()
    .max(500)
    .regex(/^[^\0]*$/),
} as const
export type PlaceType = keyof typeof PLACES
/** Row behind which a page begins: what it is ordered by, as PostgreSQL writes it, and its id. */
export type Place = { value: string; id: string }

const id = z.uuid().lowercase()
const sealed = z.tuple([z.string(), z.string(), z.string(), z.string()])

/** A cursor names its list and its order, so that it continues no other. */
export const cursorOf = (list: string, order: string, { value, id: row }: Place): string =>
  Buffer.from(JSON.stringify([list, order, value, row])).toString('base64url')

/** @returns undefined for what is no cursor of this list in this order */
export function placeIn(
  cursor: string,
  { list, order, type }: { list: string; order: string; type: PlaceType },
): Place | undefined {
  const [former = '', formerId = ''] = cursor.split('~')
  // Written by the version before, which runs on other nodes and in open pages while this one is installed.
  const parts = cursor.includes('~') ? [list, order, former, formerId] : partsOf(cursor)
  const read = sealed.safeParse(parts)
  if (!read.success || read.data[0] !== list || read.data[1] !== order) return undefined
  const value = PLACES[type].safeParse(read.data[2])
  const row = id.safeParse(read.data[3])
  return value.success && row.success ? { value: value.data, id: row.data } : undefined
}

function partsOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
