import { stopWhenInterrupted } from './cleanup.ts'
import { type Summary, summarise } from './statistics.ts'

/** One run's figures by metric, for example `{ 'MB/s': 812 }`. The first metric is the one that ratios use. */
export type Sample = Record<string, number>

export type Contender = {
  name: string
  run: () => Promise<Sample>
  /** Runs once before the rounds and throws when the contender's result is wrong: a broken one cannot win. */
  verify?: () => Promise<void>
}

/** A contender's figures, or why it has none. */
export type Measured = { name: string; metrics: Map<string, Summary>; problem?: string }

/**
 * Runs every contender once in each round, in a newly drawn order: what disturbs the machine for a while disturbs all of
 * them. A contender that fails is named as such and left out of later rounds.
 */
export async function runRounds(contenders: readonly Contender[], rounds: number): Promise<Measured[]> {
  const problems = new Map<string, string>()
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]))
  const attempt = async ({ name }: Contender, step: string, work: () => Promise<void>): Promise<void> => {
    await stopWhenInterrupted()
    if (problems.has(name)) return
    process.stderr.write(`  ${step} ${name}\n`)
    try {
      await work()
    } catch (error) {
      await stopWhenInterrupted()
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      process.stderr.write(`  FAILED ${name}: ${text}\n`)
      problems.set(name, firstLine(text))
    }
  }

  for (const contender of contenders) {
    await attempt(contender, 'check', async () => contender.verify?.())
  }
  for (let round = 1; round <= rounds; round++) {
    for (const contender of shuffled(contenders)) {
      await attempt(contender, `${round}/${rounds}`, async () => {
        samples.get(contender.name)?.push(await contender.run())
      })
    }
  }
  return contenders.map(({ name }) => {
    const problem = problems.get(name)
    return problem ? { name, metrics: new Map(), problem } : { name, metrics: byMetric(samples.get(name) ?? []) }
  })
}

/** Median of a contender's first metric, or of the one named; undefined when it has none. */
export function medianOf(measured: readonly Measured[], name: string, metric?: string): number | undefined {
  const metrics = measured.find((one) => one.name === name)?.metrics
  return (metric ? metrics?.get(metric) : metrics?.values().next().value)?.median
}

/** Quotient of two medians of the first metric; undefined when either is missing. */
export function ratioOf(measured: readonly Measured[], name: string, peer: string): number | undefined {
  const [own, other] = [medianOf(measured, name), medianOf(measured, peer)]
  return own === undefined || other === undefined ? undefined : own / other
}

function byMetric(samples: readonly Sample[]): Map<string, Summary> {
  const names = Object.keys(samples[0] ?? {})
  return new Map(names.map((name) => [name, summarise(samples.map((sample) => sample[name] ?? Number.NaN))]))
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}

const firstLine = (text: string): string => text.split('\n')[0]?.slice(0, 160) ?? ''
