import { type Summary, summarise } from '../lib/statistics.ts'

/** Figures of a single run, by metric. */
export const metricsOf = (figures: Readonly<Record<string, number>>): Map<string, Summary> =>
  new Map(Object.entries(figures).map(([name, figure]) => [name, summarise([figure])]))
