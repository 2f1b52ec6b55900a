import type { Intent } from '#contract/keywords/keywords.ts'
import type { KeywordCluster, ProjectKeyword, WholeKeywordProject } from '#web/lib/remote/vault-client.ts'
import { keywords as text } from '#web/messages/studio/keywords.ts'
import type { BubbleTone, MapBubble } from '#web/ui/grid/bubble-map.tsx'

export type FilledCluster = KeywordCluster & {
  keywords: ProjectKeyword[]
  /** Searches a month of its keywords, as far as a file had them; null where it had none. */
  volume: number | null
}

export const INTENT_TONES: Record<Intent, BubbleTone> = {
  informational: 'info',
  commercial: 'copper',
  transactional: 'brand',
  navigational: 'plain',
}

/** Clusters with their keywords, those of most keywords first; a page that was emptied is left out. */
export function fillClusters({ clusters, keywords }: WholeKeywordProject): FilledCluster[] {
  const byCluster = Map.groupBy(keywords, ({ cluster_id: of }) => of)
  return clusters
    .map((cluster) => {
      const own = byCluster.get(cluster.id) ?? []
      const known = own.flatMap(({ volume }) => (volume === null ? [] : [volume]))
      return { ...cluster, keywords: own, volume: known.length > 0 ? known.reduce((sum, one) => sum + one, 0) : null }
    })
    .filter((cluster) => cluster.keywords.length > 0)
    .sort((one, other) => other.keywords.length - one.keywords.length || one.name.localeCompare(other.name))
}

/** Circles of the map. The main page of a topic bears its name, or its largest page where it has none; others say which kind of page they are. */
export function bubblesOf(clusters: readonly FilledCluster[]): MapBubble[] {
  const named = new Map<string, string>()
  for (const { id, topic, page } of clusters) if (page === 'pillar' || !named.has(topic)) named.set(topic, id)
  return clusters.map((cluster) => ({
    id: cluster.id,
    group: cluster.topic,
    weight: cluster.keywords.length,
    tone: INTENT_TONES[cluster.intent],
    lines: [
      ...(named.get(cluster.topic) === cluster.id ? linesOf(cluster.topic) : []),
      ...(cluster.page === 'pillar' ? [] : [text.page(cluster.page)]),
    ],
    label: text.map.bubble(cluster.name, cluster.keywords.length, cluster.intent),
  }))
}

/** Words in lines of about equal length, two at most. */
function linesOf(topic: string): string[] {
  const words = topic.split(' ')
  if (words.length === 1) return words
  const cuts = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
  const longest = (lines: readonly string[]): number => Math.max(...lines.map(({ length }) => length))
  return cuts.reduce((best, lines) => (longest(lines) < longest(best) ? lines : best))
}
