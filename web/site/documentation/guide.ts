import type { ArticleHeading, ArticleNode } from '../blog/article.ts'

export const CATEGORIES = [
  'getting-started',
  'files-and-sharing',
  'security-and-keys',
  'administration',
  'api-and-cli',
  'operations',
] as const
export type Category = (typeof CATEGORIES)[number]

export const LEVELS = ['Beginner', 'Intermediate', 'Advanced'] as const
export type Level = (typeof LEVELS)[number]

/** What stands above a guide. `order` is its place within the category. */
export type GuideFront = {
  slug: string
  title: string
  description: string
  category: Category
  level: Level
  order: number
}

/** What `guides/<slug>.md` exports. */
export type GuideModule = { front: GuideFront; contents: ArticleHeading[]; body: ArticleNode[] }
