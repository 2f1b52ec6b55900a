import type { KeywordStage } from '#contract/keywords/keywords.ts'

/** How far one stage is. `total` is exact from its first report on. */
export type StageProgress = { stage: KeywordStage; done: number; total: number }

/** Hears of a stage: often, but not of each step. */
export type StageReport = (progress: StageProgress) => void
