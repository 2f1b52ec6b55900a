/** `operator` is a duty of the operator of the installation, which no software can take over. */
export const CONTROL_STATES = ['implemented', 'partly', 'operator', 'not yet'] as const
export type ControlState = (typeof CONTROL_STATES)[number]

/** One requirement of one framework, and what stands beside it here. */
export type Control = {
  framework: string
  /** Its number there. */
  id: string
  /** What it asks for, in our own words; the text of the framework decides. */
  asks: string
  /** What this product does about it today, or what remains to be done. */
  measure: string
  /** Files of this repository where that can be read or is tested. */
  evidence: readonly string[]
  state: ControlState
}

/** Rows of one framework, written as tuples so that a table stays a table. */
export type ControlRow = readonly [
  id: string,
  asks: string,
  measure: string,
  evidence: readonly string[],
  state: ControlState,
]

export function controlsOf(framework: string, rows: readonly ControlRow[]): Control[] {
  return rows.map(([id, asks, measure, evidence, state]) => ({ framework, id, asks, measure, evidence, state }))
}
