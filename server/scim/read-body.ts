import { z } from 'zod'
import { SCIM } from '#contract/scim.ts'
import { badSyntax, badValue } from './scim-error.ts'
import { PATCH_OP } from './schema-names.ts'

export type Operation = { op: 'add' | 'remove' | 'replace'; path?: string; value?: unknown }
export type Attributes = Readonly<Record<string, unknown>>

const MOST_KEYS = 200

/** An object with the names of its attributes in lower case: they have no case (RFC 7643, 2.1). @throws {ScimError} */
export function attributesOf(value: unknown, what = 'The body'): Attributes {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badSyntax(`${what} is no object.`)
  const entries = Object.entries(value)
  if (entries.length > MOST_KEYS) throw badSyntax(`${what} has too many attributes.`)
  return Object.fromEntries(entries.map(([key, entry]) => [key.toLowerCase(), entry]))
}

/** The attributes of a resource of this schema. @throws {ScimError} */
export function readResource(body: unknown, schema: string): Attributes {
  const attributes = attributesOf(body)
  const schemas = z.array(z.string()).max(20).safeParse(attributes['schemas'])
  if (!schemas.success || !schemas.data.some((one) => one.toLowerCase() === schema.toLowerCase()))
    throw badSyntax(`"schemas" has to name ${schema}.`)
  return attributes
}

const operation = z.object({
  op: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['add', 'remove', 'replace'])),
  path: z.string().optional(),
  value: z.unknown().optional(),
})

/** The operations of a PATCH; Entra ID writes `Add`, `Replace` and `Remove`. @throws {ScimError} */
export function readOperations(body: unknown): Operation[] {
  const { operations } = readResource(body, PATCH_OP)
  if (!Array.isArray(operations) || operations.length === 0) throw badSyntax('A PATCH has to hold "Operations".')
  if (operations.length > SCIM.mostOperations) throw badSyntax(`A PATCH has at most ${SCIM.mostOperations} operations.`)
  return operations.map((one) => {
    const parsed = operation.safeParse(attributesOf(one, 'An operation'))
    if (!parsed.success) throw badSyntax('An operation has an "op" of add, remove or replace, and a path of text.')
    const { op, path, value } = parsed.data
    return { op, value, ...(path !== undefined && path !== '' && { path }) }
  })
}

// As public.plain_names has it: what ends a line, turns the text that follows, or cannot be seen.
const ODD = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u

/** One line of text. Null, and empty where that may be, is nothing. @throws {ScimError} */
export function readText(value: unknown, name: string, most: number): string | null {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string') throw badValue(`"${name}" is a text.`)
  const text = value.trim()
  if (text.length > most) throw badValue(`"${name}" has at most ${most} characters.`)
  if (ODD.test(text)) throw badValue(`"${name}" holds characters that cannot be seen, such as the end of a line.`)
  return text === '' ? null : text
}

/** Entra ID writes `"False"`. @throws {ScimError} */
export function readFlag(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw badValue(`"${name}" is true or false.`)
}
