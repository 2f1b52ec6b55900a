import { z } from 'zod'
import { badValue } from './scim-error.ts'
import { CORE_GROUP, CORE_USER } from './schema-names.ts'
import type { Resource } from './resources.ts'

/** Which attributes an answer holds: those that are asked for, or all but some. `id` and `schemas` always (RFC 7643, 7). */
export type Projection = { only: readonly string[] | undefined; without: readonly string[] }

const ALWAYS: ReadonlySet<string> = new Set(['id', 'schemas'])
const MOST_NAMES = 50
const names = z.union([z.string().max(2_000), z.array(z.string().max(200)).max(MOST_NAMES)]).optional()

/** @param asked the parameters `attributes` and `excludedAttributes`: with commas in an address, a list in a search. @throws {ScimError} */
export function readProjection(asked: { attributes?: unknown; excludedAttributes?: unknown }): Projection {
  const only = readNames(asked.attributes)
  return { only: only.length > 0 ? only : undefined, without: readNames(asked.excludedAttributes) }
}

function readNames(value: unknown): string[] {
  const parsed = names.safeParse(value)
  const list = typeof parsed.data === 'string' ? parsed.data.split(',') : parsed.data
  if (!parsed.success || (list?.length ?? 0) > MOST_NAMES) throw badValue(`At most ${MOST_NAMES} attributes are named.`)
  return (list ?? []).map(plainName).filter((name) => name !== '')
}

function plainName(name: string): string {
  const text = name.trim().toLowerCase()
  const prefix = [CORE_USER, CORE_GROUP].map((one) => `${one.toLowerCase()}:`).find((one) => text.startsWith(one))
  return prefix ? text.slice(prefix.length) : text
}

export const leavesOut = (name: string, { only, without }: Projection): boolean =>
  without.includes(name) || (only !== undefined && !only.some((one) => one === name || one.startsWith(`${name}.`)))

export function project(resource: Resource, projection: Projection): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
      const name = key.toLowerCase()
      if (ALWAYS.has(name)) return [[key, value]]
      if (leavesOut(name, projection)) return []
      return [[key, partOf(name, value, projection)]]
    }),
  )
}

/** Sub-attributes: `name.givenName`. */
function partOf(name: string, value: unknown, { only, without }: Projection): unknown {
  const wanted = only?.includes(name) ? undefined : only?.filter((one) => one.startsWith(`${name}.`))
  const cut = (part: object): object =>
    Object.fromEntries(
      Object.entries(part).filter(([key]) => {
        const path = `${name}.${key.toLowerCase()}`
        return (wanted === undefined || wanted.includes(path)) && !without.includes(path)
      }),
    )
  if (Array.isArray(value)) return value.map((entry: unknown) => (isObject(entry) ? cut(entry) : entry))
  return isObject(value) ? cut(value) : value
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
