import type { PageMeta } from '../page-meta.ts'
import { articleSlugs, loadArticle } from './article-modules.ts'

type ArticlePage = { path: string; load: () => Promise<{ Component: () => React.ReactNode; handle: PageMeta }> }

/** One page for each article. What it says about itself comes with it, so that the other pages do not carry nine descriptions. */
export const articlePages: readonly ArticlePage[] = articleSlugs.map((slug) => ({
  path: `/blog/${slug}`,
  load: async () => {
    const [{ ArticlePage }, { articleMeta }, article] = await Promise.all([
      import('./article-page.tsx'),
      import('./article-meta.ts'),
      loadArticle(slug),
    ])
    return { Component: () => <ArticlePage article={article} />, handle: articleMeta(article.front) }
  },
}))
