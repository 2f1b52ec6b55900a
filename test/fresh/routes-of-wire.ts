import { featureWire } from '#server/features.ts'
import { type Decision, fresh } from './decision.ts'

/** Decisions that features name in the contract. */
export const ROUTES_OF_WIRE: Readonly<Record<string, Decision>> = Object.fromEntries(
  featureWire().flatMap(({ line, proof, example }): [string, Decision][] => {
    if (proof === undefined) return []
    return [[line, proof === 'fresh' ? fresh(example === undefined ? undefined : () => example) : proof]]
  }),
)
