import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { HalfSpaceTrees } from './half-space-trees.ts'
import { ATTACKED_HOURS, type Hour, pointOf, usualHours } from './hours.ts'
import { seeded } from './statistics.ts'

const SEEDS = [20_261_127, 20_261_128, 20_261_129, 20_261_130, 20_261_131]
/** Of these, the first are learnt only. */
const DAYS = 30
const LEARNT_DAYS = 20
const FALSE_ALARMS = 0.01

/** Whether a second score by half-space trees finds what keeps below every limit, and whether counting alone does not. */
export const unusualHours: Entry = {
  name: 't03-unusual-hours',
  title: 'hours below every limit: half-space trees, the rarest count of the hour, and both',
  holdsBack: 'our own people and our own attacks: a score that is no better here has no reason to be in the product.',
  run: async (context) => measure(context),
}

type Scores = { usual: number[]; attacked: Map<string, number[]> }
type Judge = { learn: (hour: Hour) => void; unusualness: (hour: Hour) => number }

function measure({ isQuick }: BenchContext): Section {
  const names = Object.keys(ATTACKED_HOURS)
  const gains: number[] = []
  const notes = (isQuick ? [10] : [20, 200]).map((people) => {
    const runs = (isQuick ? SEEDS.slice(0, 1) : SEEDS).map((seed) => {
      const trees = scoresOf(treesOf(seed), { people, seed })
      const rarest = scoresOf(rarestOf(), { people, seed })
      return { 'half-space trees': trees, 'rarest count': rarest, both: eitherOf(trees, rarest) }
    })
    for (const one of runs)
      for (const name of names) gains.push(shareFound(one.both, name) - shareFound(one['rarest count'], name))
    const lines = (['half-space trees', 'rarest count', 'both'] as const).map((judge) => {
      const cells = names.map((name) => {
        const found = runs.map((one) => shareFound(one[judge], name))
        const areas = runs.map(({ [judge]: { usual, attacked } }) => areaUnder(attacked.get(name) ?? [], usual))
        return `${mean(areas).toFixed(3)}, ${percent(mean(found))} (${percent(Math.min(...found))} to ${percent(Math.max(...found))})`
      })
      return `| ${judge} | ${cells.join(' | ')} |`
    })
    return [
      `An organisation of ${people} people, ${DAYS} days, ${runs.length} seeds. Area under the curve, and what is found where 1 % of usual hours are called unusual (least and most of the seeds):`,
      '',
      `| | ${names.join(' | ')} |`,
      `|---|${names.map(() => '---').join('|')}|`,
      ...lines,
    ].join('\n')
  })
  const what = 'percentage points of attacked hours that both find and the rarest count alone does not'
  return { tables: [], aims: [{ what, got: mean(gains) * 100, reachable: 5, ambitious: 20 }], notes }
}

function shareFound({ usual, attacked }: Scores, name: string): number {
  const limit = usual.toSorted((a, b) => b - a)[Math.floor(usual.length * FALSE_ALARMS)] ?? Infinity
  const scores = attacked.get(name) ?? []
  return scores.filter((score) => score > limit).length / scores.length
}

/** An hour counts by the place that the judge who finds it more unusual gives it. */
function eitherOf(one: Scores, other: Scores): Scores {
  const [a, b] = [placesOf(one), placesOf(other)]
  const merge = (first: readonly number[], second: readonly number[]) =>
    first.map((place, index) => Math.max(place, second[index] ?? 0))
  return {
    usual: merge(a.usual, b.usual),
    attacked: new Map([...a.attacked].map(([name, scores]) => [name, merge(scores, b.attacked.get(name) ?? [])])),
  }
}

function placesOf({ usual, attacked }: Scores): Scores {
  const sorted = usual.toSorted((a, b) => a - b)
  const place = (score: number) => placeOf(sorted, score, false) / sorted.length
  return {
    usual: usual.map(place),
    attacked: new Map([...attacked].map(([name, scores]) => [name, scores.map(place)])),
  }
}

/** The attacked hours are scored and never learnt. */
function scoresOf({ learn, unusualness }: Judge, { people, seed }: { people: number; seed: number }): Scores {
  const random = seeded(seed)
  const hours = [...usualHours({ people, days: DAYS, seed })]
  const learnt = Math.floor((hours.length * LEARNT_DAYS) / DAYS)
  const usual: number[] = []
  const attacked = new Map(Object.keys(ATTACKED_HOURS).map((name) => [name, [] as number[]]))
  for (const [index, hour] of hours.entries()) {
    if (index >= learnt) {
      usual.push(unusualness(hour))
      if (random() < 0.05 && hour.read > 0)
        for (const [name, make] of Object.entries(ATTACKED_HOURS))
          attacked.get(name)?.push(unusualness(make(hour, random)))
    }
    learn(hour)
  }
  return { usual, attacked }
}

function treesOf(seed: number): Judge {
  const trees = new HalfSpaceTrees(6, seed)
  return { learn: (hour) => trees.learn(pointOf(hour)), unusualness: (hour) => -trees.score(pointOf(hour)) }
}

/** Of each fact of the hour, how few of all hours had as much; the rarest counts. */
function rarestOf(): Judge {
  const histograms = pointOf({
    person: '',
    hourOfDay: 0,
    read: 0,
    destroyed: 0,
    failed: 0,
    isNewPlace: false,
    links: 0,
  }).map(() => new Uint32Array(101))
  let seen = 0
  const at = (value: number) => Math.round(value * 100)
  return {
    learn: (hour) => {
      seen += 1
      for (const [index, value] of pointOf(hour).entries()) {
        const histogram = histograms[index]
        if (histogram) histogram[at(value)] = (histogram[at(value)] ?? 0) + 1
      }
    },
    unusualness: (hour) => {
      const shares = pointOf(hour).map((value, index) => {
        const histogram = histograms[index] ?? new Uint32Array(101)
        // An hour of the day is rare by itself, a count by all that are as high.
        const found =
          index === 0 ? (histogram[at(value)] ?? 0) : histogram.subarray(at(value)).reduce((a, b) => a + b, 0)
        return (found + 1) / (seen + 1)
      })
      return -Math.min(...shares)
    },
  }
}

/** How often an attacked hour is more unusual than a usual one; half of the ties. Mann and Whitney 1947, by a sorted list. */
function areaUnder(attacked: readonly number[], usual: readonly number[]): number {
  const sorted = usual.toSorted((a, b) => a - b)
  let sum = 0
  for (const score of attacked) sum += (placeOf(sorted, score, false) + placeOf(sorted, score, true)) / 2
  return sum / (attacked.length * usual.length)
}

/** How many are below `value`, or also equal to it. */
function placeOf(sorted: readonly number[], value: number, isWithEqual: boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const found = sorted[middle] ?? 0
    if (found < value || (isWithEqual && found === value)) low = middle + 1
    else high = middle
  }
  return low
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
