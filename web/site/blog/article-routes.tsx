import type { PageMeta } from '../page-meta.ts'

type ArticlePage = { path: string; load: () => Promise<{ Component: () => React.ReactNode; handle: PageMeta }> }

/** Only the names: what is in an article is fetched with its page. */
const files = Object.keys(import.meta.glob('./articles/*.md'))

/** One page for each article. What it says about itself comes with it, so that the other pages do not carry nine descriptions. */
export const articlePages: readonly ArticlePage[] = files.map((file) => {
  const slug = file.slice('./articles/'.length, -'.md'.length)
  return {
    path: `/blog/${slug}`,
    load: async () => {
      const [{ ArticlePage }, { articleMeta }, { loadArticle }] = await Promise.all([
        import('./article-page.tsx'),
        import('./article-meta.ts'),
        import('./article-list.ts'),
      ])
      const article = await loadArticle(slug)
      return { Component: () => <ArticlePage article={article} />, handle: articleMeta(article.front) }
    },
  }
})
