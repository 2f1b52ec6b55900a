import type { Risk } from '#contract/audit/audit-events.ts'
import type { DetectorName, Enforcement, Reason } from '#contract/threats.ts'
import type { Counters } from './counters.ts'
import type { Observation } from './observation.ts'

export type Finding = {
  detector: DetectorName
  /** Such as `address 192.0.2.7`; the same subject is one detection while it lasts. */
  subject: string
  userId?: string | undefined
  sessionId?: string | undefined
  reasons: Reason[]
  /** Where it is not what `DETECTORS` says. */
  enforcement?: Enforcement
  /** Where it is lower than what `DETECTORS` says. */
  risk?: Risk
  /** What lifts a step-up; the password proves nothing where it may be what was stolen. */
  needs?: 'any' | 'mailbox' | 'second_factor'
}

/** One sign alone, which ordinary people show every day: its person is told, and nothing is held. */
export const NOTED = { enforcement: 'none', risk: 'low' } as const satisfies Pick<Finding, 'enforcement' | 'risk'>

type Circumstances = {
  counters: Counters
  nowMs: number
  /** What limits are multiplied by. */
  factor: number
}

type Kind = Observation['kind']
export type Of<K extends Kind> = Extract<Observation, { kind: K }>

/** A detector hears of some kinds of observations. It decides at once, from what it is shown and from its counters. */
export type Detector = {
  name: DetectorName
  kinds: readonly Kind[]
  inspect: (observation: Observation, circumstances: Circumstances) => Finding | undefined
}

type Inspection<K extends Kind> = {
  name: DetectorName
  kinds: readonly K[]
  inspect: (observation: Of<K>, circumstances: Circumstances) => Finding | undefined
}

export function detector<K extends Kind>({ name, kinds, inspect }: Inspection<K>): Detector {
  const isHeard = (observation: Observation): observation is Of<K> => kinds.some((kind) => kind === observation.kind)
  return {
    name,
    kinds,
    inspect: (observation, circumstances) => (isHeard(observation) ? inspect(observation, circumstances) : undefined),
  }
}
