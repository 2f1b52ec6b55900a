import { randomUUID } from 'node:crypto'
import { featureWire } from '#server/features.ts'
import { type Guarded, route } from './ask.ts'

/** Answered to everybody, with rows of what each sees: those have tests of their own. */
const FOR_EVERYBODY: readonly string[] = [
  // test/organisation/people-list.test.ts
  'GET /organisation/v1/people',
]

/** Routes that features declare in the contract, each with the permission and the example that it names there. */
export const ROUTES_OF_WIRE: readonly Guarded[] = featureWire().flatMap(
  ({ line, permission, isOfOperator, example }) => {
    if (permission === 'everybody') {
      if (FOR_EVERYBODY.includes(line)) return []
      throw new Error(`${line} is answered to everybody: name it in FOR_EVERYBODY, with the test of what each sees`)
    }
    const who = { permission, ...(isOfOperator && { isOfOperator }) }
    return [route(line, who, example === undefined ? undefined : () => bodyOf(example))]
  },
)

/** The example with an id of its own, where it makes something: the same one in two organisations would be refused. */
const bodyOf = (example: unknown): unknown =>
  typeof example === 'object' && example !== null && 'id' in example ? { ...example, id: randomUUID() } : example
