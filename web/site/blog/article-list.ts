import type { ArticleModule, ArticleRecord } from './article.ts'

/** Records alone, for lists. */
const records = import.meta.glob<ArticleRecord>('./articles/*.md', { eager: true, query: '?front', import: 'front' })

/** Whole articles, each fetched when its page is opened. */
const modules = import.meta.glob<ArticleModule>('./articles/*.md')

/** Newest first; the first one is featured. */
export const articleList: readonly ArticleRecord[] = Object.values(records).sort((a, b) => b.date.localeCompare(a.date))

export function loadArticle(slug: string): Promise<ArticleModule> {
  const load = modules[`./articles/${slug}.md`]
  if (!load) throw new Error(`no article ${slug}`)
  return load()
}
