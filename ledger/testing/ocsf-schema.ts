import fs from 'node:fs'
import path from 'node:path'

type Attribute = { type: string; list?: true; required?: true; profile?: string; enum?: string[] }
type Shape = { attributes: Record<string, Attribute>; at_least_one?: string[] }
type Schema = {
  version: string
  classes: Record<string, Shape & { name: string; category: number }>
  objects: Record<string, Shape>
}

export const OCSF = JSON.parse(
  fs.readFileSync(path.resolve(import.meta.dirname, '../vectors/ocsf.json'), 'utf8'),
) as Schema

const PRIMITIVES: Record<string, (value: unknown) => boolean> = {
  boolean_t: (value) => typeof value === 'boolean',
  integer_t: Number.isSafeInteger,
  long_t: Number.isSafeInteger,
  timestamp_t: Number.isSafeInteger,
  json_t: () => true,
  // Free by definition.
  object: (value) => typeof value === 'object' && value !== null,
}

/** What is wrong with an event by the class that it names; none for a valid one. */
export function ocsfProblems(event: Readonly<Record<string, unknown>>): string[] {
  const shape = OCSF.classes[String(event['class_uid'])]
  if (!shape) return [`no class ${String(event['class_uid'])}`]
  const { profiles = [] } = event['metadata'] as { profiles?: string[] }
  const sums = [
    event['type_uid'] === Number(event['class_uid']) * 100 + Number(event['activity_id']) ? [] : ['type_uid'],
    event['category_uid'] === shape.category ? [] : ['category_uid'],
  ]
  return [...sums.flat(), ...problemsIn(event, shape, profiles, shape.name)]
}

function problemsIn(
  value: Readonly<Record<string, unknown>>,
  shape: Shape,
  profiles: readonly string[],
  at: string,
): string[] {
  const isOpen = ({ profile }: Attribute) => profile === undefined || profiles.includes(profile)
  const missing = Object.entries(shape.attributes).flatMap(([name, attribute]) =>
    attribute.required && isOpen(attribute) && value[name] === undefined ? [`${at}.${name} is missing`] : [],
  )
  const choice = shape.at_least_one
  const lacks =
    choice && !choice.some((name) => value[name] !== undefined) ? [`${at}: none of ${choice.join(', ')}`] : []
  const wrong = Object.entries(value).flatMap(([name, member]) => {
    const attribute = shape.attributes[name]
    if (!attribute || !isOpen(attribute)) return [`${at}.${name} has no place`]
    const members = attribute.list ? (Array.isArray(member) ? member : [undefined]) : [member]
    return members.flatMap((one) => problemOf(one, attribute, profiles, `${at}.${name}`))
  })
  return [...missing, ...lacks, ...wrong]
}

function problemOf(
  value: unknown,
  { type, enum: allowed }: Attribute,
  profiles: readonly string[],
  at: string,
): string[] {
  const shape = OCSF.objects[type]
  if (shape) {
    return typeof value === 'object' && value !== null
      ? problemsIn(value as Record<string, unknown>, shape, profiles, at)
      : [`${at} is no ${type}`]
  }
  const fits =
    PRIMITIVES[type] ?? (type.endsWith('_t') ? (one: unknown) => typeof one === 'string' && one !== '' : undefined)
  if (!fits) return [`${at}: ${type} is not among the objects that were compiled`]
  if (!fits(value)) return [`${at} is no ${type}`]
  return allowed && !allowed.includes(String(value)) ? [`${at}: ${String(value)} is none of ${allowed.join(' ')}`] : []
}
