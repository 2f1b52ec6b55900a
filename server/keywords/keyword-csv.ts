import { csvHead, csvLine } from '#contract/csv/csv.ts'
import type { ClusterRow, EntryRow } from './keywords.sql.ts'

const COLUMNS = [
  'keyword',
  'source',
  'topic',
  'page',
  'cluster',
  'intent',
  'difficulty (estimate)',
  'volume',
  'cpc',
  'keyword difficulty (imported)',
  'clicks',
  'impressions',
  'position',
]

/** Keywords of a project with their pages; figures that nobody imported are empty. */
export function keywordCsv(entries: readonly EntryRow[], clusters: ReadonlyMap<string, ClusterRow>): string {
  const lines = entries.map((entry) => {
    const cluster = entry.cluster_id === null ? undefined : clusters.get(entry.cluster_id)
    return csvLine([
      entry.keyword,
      entry.source,
      cluster?.topic ?? '',
      cluster?.page ?? '',
      cluster?.name ?? '',
      cluster?.intent ?? '',
      cluster ? String(cluster.difficulty) : '',
      figure(entry.volume),
      entry.cpc_micros === null ? '' : (entry.cpc_micros / 1e6).toFixed(2),
      figure(entry.kd),
      figure(entry.clicks),
      figure(entry.impressions),
      figure(entry.position),
    ])
  })
  return csvHead(COLUMNS) + lines.join('')
}

const figure = (value: number | null): string => (value === null ? '' : String(value))
