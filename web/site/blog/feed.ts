import { Feed } from 'feed'
import { blog } from '#web/messages/site/blog.ts'
import { ORIGIN } from '../page-meta.ts'
import { datesOf } from './article-dates.ts'
import { articleList } from './article-list.ts'
import { loadArticle } from './article-modules.ts'
import { feedHtml } from './feed-html.ts'

/** RSS 2.0 with the whole text of every article. */
export async function blogFeed(): Promise<string> {
  const feed = new Feed({
    title: `QuantumShield: ${blog.title}`,
    description: blog.feedDescription,
    id: `${ORIGIN}/blog`,
    link: `${ORIGIN}/blog`,
    language: 'en-us',
    copyright: blog.author,
    generator: 'QuantumShield',
    updated: dayOf(
      articleList
        .map(({ written, updated }) => updated ?? written)
        .sort()
        .at(-1) ?? '',
    ),
    feedLinks: { rss: `${ORIGIN}/blog/rss.xml` },
  })
  for (const front of articleList) {
    const { body } = await loadArticle(front.slug)
    const address = `${ORIGIN}/blog/${front.slug}`
    feed.addItem({
      title: front.title,
      id: address,
      link: address,
      description: front.description,
      content: `<p><em>${datesOf(front)}</em></p>${feedHtml(body, { page: address, origin: ORIGIN })}`,
      date: dayOf(front.written),
      category: [{ name: front.category }],
    })
  }
  return feed.rss2()
}

function dayOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
