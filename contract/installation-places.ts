import { OPERATOR_FACTS, OPERATOR_UNSTATED, type OperatorFacts, operatorPlace } from './operator.ts'

/** Stands for the address of the installation in prerendered documents; the server puts its own in the place of it when it starts. */
export const ORIGIN_PLACE = 'https://origin.invalid'

/** What an installation says about itself in prerendered documents, by the place it takes there; not escaped yet. */
export function installationWords(publicUrl: string, facts: OperatorFacts): ReadonlyMap<string, string> {
  return new Map([
    [ORIGIN_PLACE, publicUrl.replace(/\/$/, '')],
    ...OPERATOR_FACTS.map((fact) => [operatorPlace(fact), facts[fact] ?? OPERATOR_UNSTATED] as const),
  ])
}
