import { GUIDE_SECTIONS, type GuideSection } from '#contract/documentation/own-guides.ts'
import type { ArticleHeading, ArticleNode } from '../blog/article.ts'

export const CATEGORIES = GUIDE_SECTIONS
export type Category = GuideSection

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
