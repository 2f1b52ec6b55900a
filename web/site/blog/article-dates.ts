import { longDate } from '#web/lib/format.ts'
import { blog } from '#web/messages/site/blog.ts'
import type { ArticleFront } from './article.ts'

/** What an article's date means, and when it was really written. */
export function datesOf({ date, written, updated }: ArticleFront): string {
  return blog.dates(longDate(date), longDate(written), updated && longDate(updated))
}
