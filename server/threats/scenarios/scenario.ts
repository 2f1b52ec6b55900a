import type { Observation } from '../engine/observation.ts'

/** Observations and the seconds between them. */
export type Scenario = { everySeconds: number; observations: Observation[] }
export type Pair = { attack: Scenario; nearMiss: Scenario }
