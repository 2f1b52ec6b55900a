import type { ContentBrief, ProjectKeyword } from '#web/lib/remote/vault-client.ts'
import type { DraftStart } from '../content/start-draft.ts'

/** Fields of the draft of a page: its name and the keyword that most people type, with title and sections of its brief where there is one. */
export function startOf(
  { name, keywords }: { name: string; keywords: readonly Pick<ProjectKeyword, 'keyword' | 'volume'>[] },
  brief?: Pick<ContentBrief, 'title' | 'outline'>,
): DraftStart {
  const [first, ...others] = keywords
  const most = others.reduce((best, one) => ((one.volume ?? 0) > (best?.volume ?? 0) ? one : best), first)
  const title = brief?.title ?? name.charAt(0).toLocaleUpperCase('en') + name.slice(1)
  const outline = brief?.outline.map(({ heading }) => heading).join('\n')
  return { title, target_keyword: most?.keyword ?? name, ...(outline !== undefined && { outline }) }
}
