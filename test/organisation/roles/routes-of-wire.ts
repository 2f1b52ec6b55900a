import { randomUUID } from 'node:crypto'
import { featureWire } from '#server/features.ts'
import { type Guarded, route } from './ask.ts'

/** Routes that features declare in the contract, each with the permission and the example that it names there. */
export const ROUTES_OF_WIRE: readonly Guarded[] = featureWire().flatMap(
  ({ line, permission, isOfOperator, example }) =>
    // Everybody is answered there: what each sees has rows of its own, and test/organisation/people-list.test.ts.
    permission === 'everybody'
      ? []
      : [
          route(
            line,
            { permission, ...(isOfOperator && { isOfOperator }) },
            example === undefined ? undefined : () => bodyOf(example),
          ),
        ],
)

/** The example with an id of its own, where it makes something: the same one in two organisations would be refused. */
const bodyOf = (example: unknown): unknown =>
  typeof example === 'object' && example !== null && 'id' in example ? { ...example, id: randomUUID() } : example
