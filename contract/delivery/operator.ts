/** What the operator of an installation says about itself in its settings, for terms and privacy. */
export const OPERATOR_FACTS = ['name', 'address', 'email', 'authority', 'since', 'law'] as const
export type OperatorFact = (typeof OPERATOR_FACTS)[number]
export type OperatorFacts = Readonly<Record<OperatorFact, string | null>>

/** Where a fact belongs in a prerendered page; the server puts it in when it starts. */
export function operatorPlace(fact: OperatorFact): string {
  return `{{operator.${fact}}}`
}

/** What stands in the place of a fact that no setting holds. */
export const OPERATOR_UNSTATED = 'Not stated by the operator'
