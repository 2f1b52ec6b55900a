import { featureWire } from '#server/features.ts'
import { type Guarded, route } from './ask.ts'

/** Routes that features declare in the contract, each with the permission and the example that it names there. */
export const ROUTES_OF_WIRE: readonly Guarded[] = featureWire().map(({ line, permission, isOfOperator, example }) =>
  route(line, { permission, ...(isOfOperator && { isOfOperator }) }, example === undefined ? undefined : () => example),
)
