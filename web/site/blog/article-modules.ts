import type { ArticleModule } from './article.ts'

const modules = import.meta.glob<ArticleModule>('./articles/*.md')

/** The names of all articles. What is in one is fetched when its page is opened. */
export const articleSlugs: readonly string[] = Object.keys(modules).map((file) =>
  file.slice('./articles/'.length, -'.md'.length),
)

export function loadArticle(slug: string): Promise<ArticleModule> {
  const load = modules[`./articles/${slug}.md`]
  if (!load) throw new Error(`no article ${slug}`)
  return load()
}
