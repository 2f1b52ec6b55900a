import type { Database } from '#server/db/database.ts'
import { Embeddings } from '#server/embeddings/embeddings.ts'
import { clusterKeywords, CUTS, subjectsOf } from '#server/keywords/pipeline/cluster-keywords.ts'
import type { Terms } from '#server/keywords/pipeline/terms.ts'
import type { Entry, Section } from '../lib/entry.ts'
import { LABELLED_KEYWORDS, REWORDED_KEYWORDS } from './labelled-keywords.ts'
import { compareLabels } from './labels.ts'
import { metricsOf } from './once.ts'

const TERMS: Terms = {
  brands: [],
  competitors: ['dropbox', 'google drive', 'wetransfer'],
  audiences: [],
  places: ['portland'],
}
const LISTS = { 'keywords that share words': LABELLED_KEYWORDS, 'the same in other words': REWORDED_KEYWORDS }
const CUTS_TRIED = [0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]

/** How near clusters come to the pages that an editor would write. */
export const clusters: Entry = {
  name: 'k01-clusters',
  title: 'clusters of keywords beside labels that we wrote by hand',
  holdsBack:
    'the labels are ours and few: the figures compare ways with each other, and say nothing about other lists.',
  run,
}

async function run(): Promise<Section> {
  // Without an organisation nothing is looked up or kept.
  const embeddings = new Embeddings(undefined as unknown as Database)
  const tables: Section['tables'] = []
  try {
    for (const [name, list] of Object.entries(LISTS)) {
      const keywords = Object.values(list).flat()
      const labels = Object.entries(list).flatMap(([label, of]) => of.map(() => label))
      const vectors = await embeddings.embed(subjectsOf(keywords, TERMS).subjects)
      const compare = (of: readonly Float32Array[] | undefined, cut: number) => {
        const found = clusterKeywords(keywords, { vectors: of, terms: TERMS, cut })
        const numbers = keywords.map((_, at) => found.findIndex(({ members }) => members.includes(at)))
        const { ari, v } = compareLabels(numbers, labels)
        return metricsOf({ ARI: ari, V: v, clusters: found.length })
      }
      tables.push({
        caption: `${name}: ${keywords.length} keywords, ${Object.keys(list).length} pages; cuts of the product are ${CUTS.embeddings} and ${CUTS.words}`,
        measured: CUTS_TRIED.flatMap((cut) => [
          { name: `MiniLM, cut ${cut}`, metrics: compare(vectors, cut) },
          { name: `TF-IDF, cut ${cut}`, metrics: compare(undefined, cut) },
        ]),
        ratioTo: [],
      })
    }
  } finally {
    await embeddings.stop()
  }
  return {
    tables,
    aims: [],
    notes: ['Both lists and their labels were written by us: `bench/ai/labelled-keywords.ts`.'],
  }
}
