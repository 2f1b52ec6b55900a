import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import compiledSchema from '#ledger/vectors/ocsf.json' with { type: 'json' }

type Attribute = { type: string; list?: true; required?: true; profile?: string; enum?: string[] }
type Shape = { attributes: Record<string, Attribute>; at_least_one?: string[] }
type Schema = {
  version: string
  classes: Record<string, Shape & { name: string; category: number }>
  objects: Record<string, Shape>
}

export const OCSF = compiledSchema as Schema

const WHOLE = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
const PRIMITIVES: Record<string, object> = {
  boolean_t: { type: 'boolean' },
  integer_t: WHOLE,
  long_t: WHOLE,
  timestamp_t: WHOLE,
  json_t: {},
  // Free by definition.
  object: { type: 'object' },
}

const ajv = new Ajv2020({ allErrors: true })
const compiled = new Map<string, ValidateFunction>()

/** What is wrong with an event by the class that it names; none for a valid one. */
export function ocsfProblems(event: Readonly<Record<string, unknown>>): string[] {
  const uid = String(event['class_uid'])
  if (!OCSF.classes[uid]) return [`no class ${uid}`]
  const { profiles = [] } = event['metadata'] as { profiles?: string[] }
  const name = [uid, ...profiles].join(' ')
  const validate = compiled.get(name) ?? ajv.compile(classSchema(uid, profiles))
  compiled.set(name, validate)
  // The one rule that a schema has no words for: one number follows from two others.
  const sum = event['type_uid'] === Number(uid) * 100 + Number(event['activity_id']) ? [] : ['type_uid']
  return validate(event) ? sum : [...sum, ...(validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`)]
}

/** A class as a JSON Schema, with the attributes of the profiles that an event names, and no others. */
function classSchema(uid: string, profiles: readonly string[]): object {
  const shape = OCSF.classes[uid] ?? { attributes: {}, category: 0 }
  const objects = Object.entries(OCSF.objects).map(([name, one]) => [name, shapeSchema(one, profiles)])
  const { properties, ...schema } = shapeSchema(shape, profiles)
  return {
    ...schema,
    properties: { ...properties, category_uid: { const: shape.category } },
    $defs: Object.fromEntries(objects) as object,
  }
}

function shapeSchema({ attributes, at_least_one: choice }: Shape, profiles: readonly string[]) {
  const open = Object.entries(attributes).filter(
    ([, { profile }]) => profile === undefined || profiles.includes(profile),
  )
  return {
    type: 'object',
    properties: Object.fromEntries(open.map(([name, attribute]) => [name, attributeSchema(attribute)])),
    required: open.flatMap(([name, { required }]) => (required ? [name] : [])),
    additionalProperties: false,
    ...(choice && { anyOf: choice.map((name) => ({ required: [name] })) }),
  }
}

function attributeSchema({ type, list, enum: allowed }: Attribute): object {
  const one = OCSF.objects[type] ? { $ref: `#/$defs/${type}` } : valueSchema(type, allowed)
  return list ? { type: 'array', items: one } : one
}

function valueSchema(type: string, allowed: string[] | undefined): object {
  const base = PRIMITIVES[type] ?? (type.endsWith('_t') ? { type: 'string', minLength: 1 } : undefined)
  // An object that was not compiled: nothing of it is sent.
  if (!base) return { not: {} }
  return { ...base, ...(allowed && { enum: base === WHOLE ? allowed.map(Number) : allowed }) }
}
