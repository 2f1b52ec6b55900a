import { z } from 'zod'
import { SCIM } from '#contract/scim.ts'
import { badSyntax, badValue, ScimError } from './scim-error.ts'
import { attributesOf, readResource } from './read-body.ts'
import { SEARCH_REQUEST } from './schema-names.ts'
import { type Filter, readFilter } from './filter.ts'
import { type Projection, readProjection } from './projection.ts'

/** Which resources a list shows. Behind `after`, where the client pages by cursor (RFC 9865). */
export type ListQuery = Projection & {
  filter: Filter | undefined
  count: number
  startIndex: number
  cursor: { after: Place | undefined } | undefined
}
/** The place of a resource in the order of lists. */
export type Place = { at: string; id: string }

const whole = z.coerce.number().int().min(-2_147_483_648).max(2_147_483_647)
const place = z.tuple([z.string().regex(/^[\d-]+ [\d:.]+\+00$/), z.uuid()])

/** The query of an address. @throws {ScimError} */
export function readListQuery(query: unknown): ListQuery {
  const asked = attributesOf(query, 'The query')
  for (const [name, value] of Object.entries(asked))
    if (Array.isArray(value)) throw badSyntax(`"${name}" is there more than once.`)
  return listQueryOf(asked)
}

/** The body of a search by POST. @throws {ScimError} */
export const readSearch = (body: unknown): ListQuery => listQueryOf(readResource(body, SEARCH_REQUEST))

function listQueryOf(asked: Readonly<Record<string, unknown>>): ListQuery {
  const { filter, cursor } = asked
  if (filter !== undefined && typeof filter !== 'string') throw badSyntax('"filter" is a text.')
  const count = numberOf(asked['count'], 'count') ?? SCIM.pageSize.usual
  return {
    ...readProjection({ attributes: asked['attributes'], excludedAttributes: asked['excludedattributes'] }),
    filter: filter === undefined || filter === '' ? undefined : readFilter(filter),
    count: Math.min(Math.max(count, 0), SCIM.pageSize.most),
    startIndex: Math.max(numberOf(asked['startindex'], 'startIndex') ?? 1, 1),
    cursor: cursor === undefined ? undefined : { after: readCursor(cursor) },
  }
}

function numberOf(value: unknown, name: string): number | undefined {
  if (value === undefined || value === '') return undefined
  const parsed = whole.safeParse(value)
  if (!parsed.success) throw badValue(`"${name}" is a whole number.`)
  return parsed.data
}

function readCursor(value: unknown): Place | undefined {
  if (value === '') return undefined
  try {
    const [at, id] = place.parse(JSON.parse(Buffer.from(String(value), 'base64url').toString()))
    return { at, id }
  } catch (cause) {
    throw new ScimError(400, 'invalidCursor', 'This cursor is none of this server. Begin again without one.', { cause })
  }
}

export const writeCursor = ({ at, id }: Place): string => Buffer.from(JSON.stringify([at, id])).toString('base64url')
