import { SEO_LIMITS } from './findings.ts'

export type RedirectFields = { from: string; to: string; isPermanent: boolean }
export type RedirectProblem = 'bad_from' | 'bad_to' | 'same_address'

/** A path of this site: what stands before a question mark, without percent signs that nothing needs. */
const PATH = /^\/(?!\/)[\w\-./~%@+,!$&'=]*$/
const OTHER_SITE = /^https:\/\/[^\s/?#@\\]+(?:[/?#][^\s\\]*)?$/

/** What is wrong with a redirect by itself; the server also asks whether its address is taken. */
export function redirectProblem({ from, to }: Pick<RedirectFields, 'from' | 'to'>): RedirectProblem | undefined {
  if (from === '/' || !isPath(from)) return 'bad_from'
  if (!isPath(to) && !(to.length <= SEO_LIMITS.addressCharacters && OTHER_SITE.test(to))) return 'bad_to'
  return withoutSlash(from) === withoutSlash(to) ? 'same_address' : undefined
}

/** An address is one redirect with its slash at the end and without. */
export const withoutSlash = (path: string): string => (path === '/' ? path : path.replace(/\/+$/, ''))

const isPath = (path: string): boolean =>
  path.length <= SEO_LIMITS.addressCharacters && PATH.test(path) && !/(?:^|\/)\.\.?(?:\/|$)/.test(path)
