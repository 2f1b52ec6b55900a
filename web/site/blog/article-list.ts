import type { ArticleRecord } from './article.ts'

const records = import.meta.glob<ArticleRecord>('./articles/*.md', { eager: true, query: '?front', import: 'front' })

/** The records of all articles, newest first; one of them is featured. */
export const articleList: readonly ArticleRecord[] = Object.values(records).sort((a, b) => b.date.localeCompare(a.date))
