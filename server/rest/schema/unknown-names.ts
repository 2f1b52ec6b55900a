import { RestError } from '../rest-error.ts'
import type { RestFunction, Schema, Table } from './schema-cache.ts'
import { perhaps, similarName } from './similar-name.ts'

/** Refusals of names that the schema cache does not know, or knows more than once, in the words of the reference. */

export function unknownTable({ name: schema, tables }: Schema, name: string): RestError {
  const similar = similarName(name, tables.keys())
  return new RestError(404, {
    code: 'PGRST205',
    message: `Could not find the table '${schema}.${name}' in the schema cache`,
    hint: similar === undefined ? null : `Perhaps you meant the table '${schema}.${similar}'`,
  })
}

export function unknownRelationship(
  schema: Schema,
  parent: Table,
  asked: { relation: string; hint: string | undefined; known: Iterable<string> },
): RestError {
  const { relation, hint, known } = asked
  const between = `between '${parent.name}' and '${relation}'`
  return new RestError(400, {
    code: 'PGRST200',
    message: `Could not find a relationship ${between} in the schema cache`,
    details: `Searched for a foreign key relationship ${between}${hint === undefined ? '' : ` using the hint '${hint}'`} in the schema '${schema.name}', but no matches were found.`,
    hint: perhaps(similarName(relation, known), relation),
  })
}

/** What a refusal shows of a relationship that could have been meant. */
type Candidate = { cardinality: string; description: string; target: Table; hints: string[] }

export function ambiguousRelationship(parent: Table, relation: string, found: Candidate[]): RestError {
  const hints = found.map(({ target, hints: [name] }) => `'${target.name}!${name}'`)
  return new RestError(300, {
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${parent.name}' and '${relation}'`,
    details: found.map(({ cardinality, target, description }) => ({
      cardinality,
      embedding: `${parent.name} with ${target.name}`,
      relationship: description,
    })),
    hint: `Try changing '${relation}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
  })
}

/** Arguments are few and short, so that one too many changes much. */
const LEAST_OF_ARGUMENTS = 1 / 3

/** How a function was called. */
type Call = { names: string[]; body: 'json' | 'text' | null }

export function unknownFunction({ name: schema, functions }: Schema, name: string, { names, body }: Call): RestError {
  const given = names.toSorted()
  const called = `${schema}.${name}`
  const without = given.length === 0 ? ' without parameters' : undefined
  const parameters = without ?? ` with parameter${given.length > 1 ? 's' : ''} ${given.join(', ')}`
  const searched = body === 'json' ? `${parameters} or with a single unnamed json/jsonb parameter` : parameters
  return new RestError(404, {
    code: 'PGRST202',
    message: `Could not find the function ${called}${without ?? `(${given.join(', ')})`} in the schema cache`,
    details: `Searched for the function ${called}${searched}, but no matches were found in the schema cache.`,
    hint: similarCall(schema, functions, { name, given }),
  })
}

/** Of a known function, other arguments; of an unknown one, another name. */
function similarCall(
  schema: string,
  functions: Schema['functions'],
  { name, given }: { name: string; given: string[] },
): string | null {
  const signatures = functions
    .get(name)
    ?.map((fn) => fn.arguments.map((argument) => argument.name).toSorted())
    .map((known) => `(${known.join(', ')})`)
  const similar = signatures
    ? similarName(`(${given.join(', ')})`, signatures, LEAST_OF_ARGUMENTS)
    : similarName(name, functions.keys())
  if (similar === undefined) return null
  return `Perhaps you meant to call the function ${schema}.${signatures ? name : ''}${similar}`
}

export function ambiguousFunction({ name: schema }: Schema, found: RestFunction[]): RestError {
  const signatures = found.map((fn) => {
    const list = fn.arguments.map(({ name, type }) => `${name} => ${type}`)
    return `${schema}.${fn.name}(${list.join(', ')})`
  })
  return new RestError(300, {
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  })
}
