import { blog } from '#web/messages/site/blog.ts'
import { ORIGIN, type PageMeta } from '../page-meta.ts'
import type { ArticleFront } from './article.ts'

/** What an article says about itself: the days on which it was written and revised, not the one of the plan. https://schema.org/BlogPosting */
export function articleMeta({ slug, title, short, description, written, updated, category }: ArticleFront): PageMeta {
  const address = `${ORIGIN}/blog/${slug}`
  const organisation = { '@type': 'Organization', name: blog.author, url: `${ORIGIN}/` }
  return {
    // The whole title is the heading; results and tabs cut after about 60 characters.
    title: `${short} · QuantumShield`,
    description,
    publishedAt: written,
    changedAt: updated ?? written,
    data: [
      {
        '@context': 'https://schema.org',
        '@type': 'BlogPosting',
        headline: title,
        description,
        datePublished: written,
        dateModified: updated ?? written,
        image: `${ORIGIN}/og/blog-${slug}.jpg`,
        articleSection: category,
        inLanguage: 'en-US',
        mainEntityOfPage: address,
        url: address,
        author: organisation,
        publisher: organisation,
      },
    ],
  }
}
