import type { z } from 'zod'
import type { WireList } from '#contract/wire/wire-list.ts'
import { Refusal } from '../http/refusal.ts'
import { type Place, placeIn } from './cursor.ts'
import type { DeclaredList } from './declared-list.ts'
import { orderOf } from './list-rows.ts'

/** Parts of a request that are no filter. */
const BESIDE_FILTERS = ['order', 'after', 'format'] as const
/** Names that are repeated to who sent them. */
const PLAIN_NAME = /^[\w.-]{1,40}$/

export type ListAsked = {
  rules: Readonly<Record<string, string | undefined>>
  order: string | undefined
  format: string | undefined
  place: Place | undefined
}

/** Reads the query of a list. @throws {Refusal} `bad_request`, with a sentence that says what cannot be read and what there is */
export function listQuery<List extends WireList, Raw>(
  list: DeclaredList<List, Raw>,
  schema: z.ZodObject,
  given: unknown,
): ListAsked {
  const { wire } = list
  const query = Object(given) as Record<string, unknown>
  const unknownName = Object.keys(query).find((name) => !(name in schema.shape))
  if (unknownName !== undefined) {
    throw refusal(
      `There is no filter${quoted(unknownName)} in this list. It has: ${wire.filters.join(', ') || 'none'}.`,
    )
  }
  const repeated = Object.keys(query).find((name) => typeof query[name] !== 'string')
  if (repeated !== undefined) throw refusal(`${labelOf(repeated)} may be given once, as text.`)
  const parsed = schema.safeParse(query)
  if (!parsed.success) throw refusal(sentenceOf(parsed.error.issues[0], wire))
  const { order, after, format, ...rules } = parsed.data as Record<string, string | undefined>
  const { name, type } = orderOf(list, order)
  const place = after === undefined ? undefined : placeIn(after, { list: wire.items, order: name, type })
  if (after !== undefined && !place) {
    throw refusal(
      '"after" continues another list, or the same one in another order. Leave it out to begin at the start.',
    )
  }
  return { rules, order, format, place }
}

function sentenceOf(issue: z.core.$ZodIssue | undefined, { orders }: WireList): string {
  const name = String(issue?.path[0] ?? '')
  if (name === 'order') return `There is no such order in this list. It has: ${orders.join(', ')}.`
  if (issue?.code === 'invalid_value') return `${labelOf(name)} takes one of: ${issue.values.map(String).join(', ')}.`
  return `${labelOf(name)} cannot be read.`
}

const labelOf = (name: string): string =>
  BESIDE_FILTERS.some((one) => one === name) ? `"${name}"` : `The filter "${name}"`

const quoted = (name: string): string => (PLAIN_NAME.test(name) ? ` "${name}"` : '')
const refusal = (sentence: string): Refusal =>
  new Refusal(400, 'bad_request', `The request cannot be read. ${sentence}`)
