import { createHash } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { Embeddings } from '#server/embeddings/embeddings.ts'
import { clusterKeywords, CUTS, subjectsOf } from '#server/keywords/pipeline/cluster-keywords.ts'
import { NO_TERMS } from '#server/keywords/pipeline/terms.ts'
import type { BenchContext, Entry, Section } from '../lib/entry.ts'
import { summarise } from '../lib/statistics.ts'
import emoji from './emoji-names.json' with { type: 'json' }
import { compareLabels } from './labels.ts'
import { winkVectors } from './wink-vectors.ts'

const PHRASES = 300
const SEEDS = [1, 2, 3, 4, 5]
const CUTS_TRIED = [0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97, 0.99]

/** Clusters next to labels that others gave: names of things, in the subgroups of the Unicode Consortium. */
export const publicLabels: Entry = {
  name: 'k03-public-labels',
  title: `clusters of ${PHRASES} names of emoji next to the subgroups of the Unicode Consortium, ${SEEDS.length} samples`,
  holdsBack:
    'a subgroup such as "household" is wider than a page, and names such as "pool 8 ball" are no searches: the figures compare vectors with each other.',
  run,
}

type Found = { ari: number; v: number }
type Way = { name: string; of: Embed | undefined; ownCut?: number }
type Embed = (texts: readonly string[]) => readonly Float32Array[] | Promise<readonly Float32Array[]>

async function run({ isQuick }: BenchContext): Promise<Section> {
  // Without an organisation nothing is looked up or kept.
  const embeddings = new Embeddings(undefined as unknown as Database)
  const wink = winkVectors()
  const ways: Way[] = [
    { name: 'MiniLM', of: (texts) => embeddings.embed(texts), ownCut: CUTS.embeddings },
    { name: 'TF-IDF', of: undefined, ownCut: CUTS.words },
    ...(wink ? [{ name: 'wink, 100 dimensions', of: wink }] : []),
  ]
  try {
    const samples = SEEDS.slice(0, isQuick ? 1 : undefined).map((seed) => sampleOf(isQuick ? 60 : PHRASES, seed))
    const measured = []
    for (const way of ways) {
      const found = await Promise.all(samples.map(async (sample) => byCut(way, sample)))
      const best = CUTS_TRIED.reduce((one, other) => (meanAri(found, other) > meanAri(found, one) ? other : one))
      const row = (cut: number) => figuresOf(found.flatMap((of) => of.get(cut) ?? []))
      measured.push({ name: `${way.name}, its best cut ${best}`, metrics: row(best) })
      if (way.ownCut !== undefined && best !== way.ownCut)
        measured.push({ name: `${way.name}, cut of the product ${way.ownCut}`, metrics: row(way.ownCut) })
    }
    const labels = new Set(samples.flat().map(({ label }) => label)).size
    return {
      tables: [
        {
          caption: `${labels} labels`,
          measured,
          ratioTo: [],
        },
      ],
      aims: [],
      notes: [
        `The best cut is chosen on the same samples. ${emoji.source}.`,
        ...(wink ? [] : ['Without the word vectors of wink: BENCH_WINK names no folder.']),
      ],
    }
  } finally {
    await embeddings.stop()
  }
}

type Labelled = { text: string; label: string }

/** The same names for the same seed. */
function sampleOf(size: number, seed: number): Labelled[] {
  const all = Object.entries(emoji.subgroups).flatMap(([label, names]) => names.map((text) => ({ text, label })))
  const placeOf = ({ text }: Labelled): string => createHash('sha256').update(`${seed} ${text}`).digest('hex')
  return all
    .map((one) => ({ one, place: placeOf(one) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, size)
    .map(({ one }) => one)
}

async function byCut({ of }: Way, sample: readonly Labelled[]): Promise<Map<number, Found>> {
  const keywords = sample.map(({ text }) => text.toLowerCase())
  const vectors = await of?.(subjectsOf(keywords, NO_TERMS).subjects)
  return new Map(
    CUTS_TRIED.map((cut) => {
      const found = clusterKeywords(keywords, { vectors, terms: NO_TERMS, cut })
      const numbers = keywords.map((_, at) => found.findIndex(({ members }) => members.includes(at)))
      return [
        cut,
        compareLabels(
          numbers,
          sample.map(({ label }) => label),
        ),
      ]
    }),
  )
}

const meanAri = (found: readonly Map<number, Found>[], cut: number): number =>
  found.reduce((sum, of) => sum + (of.get(cut)?.ari ?? 0), 0) / found.length

const figuresOf = (found: readonly Found[]) =>
  new Map([
    ['ARI', summarise(found.map(({ ari }) => ari))],
    ['V', summarise(found.map(({ v }) => v))],
  ])
