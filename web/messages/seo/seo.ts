import type { CrawlStatus, FindingLevel, FindingRule } from '#contract/seo/findings.ts'
import type { RedirectProblem } from '#contract/seo/redirects.ts'
import { formatCount } from '#web/lib/format.ts'
import { pageWords } from '../languages/page-words.ts'

type RuleWords = { title: string; advice: string }

const LEVEL: Record<FindingLevel, string> = { error: 'Error', warning: 'Warning', hint: 'Hint' }
const STATUS: Record<CrawlStatus, string> = {
  running: 'Running',
  completed: 'Completed',
  cancelled: 'Cancelled',
  failed: 'Failed',
}
const PROBLEM: Record<RedirectProblem, string> = {
  bad_from: 'Type a path of this site, such as /old-page, without a question mark.',
  bad_to: 'Type a path of this site, or an address that begins with https://.',
  same_address: 'Both addresses are the same.',
}
const RULE: Record<FindingRule, RuleWords> = {
  page_fails: {
    title: 'A page does not answer',
    advice: 'It is in the sitemap but answers with this status. Look at the log of the server.',
  },
  dead_link: {
    title: 'A link leads nowhere',
    advice: 'Correct the link on this page, or add a redirect for the old address.',
  },
  no_title: { title: 'No title', advice: 'Give the page a title: it is the headline of a search result.' },
  no_index: {
    title: 'Listed, but search engines are told to stay away',
    advice: 'Take the page out of the sitemap, or take its noindex away.',
  },
  bad_structured_data: {
    title: 'Structured data cannot be read',
    advice: 'Correct the JSON: search engines ignore all of it.',
  },
  redirected_link: {
    title: 'A link leads through a redirect',
    advice: 'Link to the new address; each step costs readers time.',
  },
  same_title: { title: 'The title of another page', advice: 'Say in each title what only this page has.' },
  no_description: {
    title: 'No description',
    advice: 'Describe the page in one or two sentences; search engines show them below the title.',
  },
  same_description: {
    title: 'The description of another page',
    advice: 'Say in each description what only this page has.',
  },
  no_heading: { title: 'No main heading', advice: 'Give the page one h1 that says what it is about.' },
  several_headings: { title: 'Several main headings', advice: 'Keep one h1 and make the others h2.' },
  no_canonical: {
    title: 'No canonical address',
    advice: 'Name the page’s own address, so that copies of it count for this one.',
  },
  other_canonical: {
    title: 'Another canonical address',
    advice:
      'It names another page than itself, which is then shown in its place. Check PUBLIC_URL if all pages are here.',
  },
  no_language: { title: 'No language', advice: 'Set lang on the html element; screen readers need it as well.' },
  image_without_text: {
    title: 'An image without a text',
    advice: 'Give it an alt text, or an empty one where it is decoration.',
  },
  not_in_sitemap: {
    title: 'Not in the sitemap',
    advice: 'Add the page to the sitemap, or tell search engines to leave it out.',
  },
  not_linked: {
    title: 'No page links here',
    advice: 'Link to it from a page that fits: readers find it no other way.',
  },
  title_length: {
    title: 'A title of unusual length',
    advice: 'About 10 to 65 characters are shown whole. The figure is how many it has.',
  },
  description_length: {
    title: 'A description of unusual length',
    advice: 'About 50 to 165 characters are shown whole. The figure is how many it has.',
  },
  no_preview: {
    title: 'Preview incomplete',
    advice: 'Where the page is shared, these parts of its preview are missing.',
  },
}

/** How the public site is found, for who manages growth. */
export const seo = pageWords('seo', {
  lead: 'Reads the public site as a search engine does, says what keeps its pages from being found, and leads old addresses to new ones.',
  start: 'Crawl the site',
  started: 'The crawl has started',
  cancel: 'Cancel crawl',
  cancelled: 'The crawl was cancelled',
  weekly: 'Crawl each Monday',
  weeklyOn: 'The site is crawled each Monday at 04:41 UTC',
  weeklyOff: 'The site is crawled only when somebody starts it',
  failedAct: 'Nothing was changed',
  loading: 'Loading crawls',
  failed: 'The crawls could not be loaded',
  retry: 'Retry',
  none: 'Not crawled yet',
  noneText:
    'A crawl follows the sitemap and every link of the public pages, usually within a minute. It changes nothing.',
  choose: 'Crawl',
  tabs: { findings: 'Findings', pages: 'Pages', redirects: 'Redirects' },
  status: (status: CrawlStatus): string => STATUS[status],
  level: (level: FindingLevel): string => LEVEL[level],
  ruleTitle: (rule: FindingRule): string => RULE[rule].title,
  ruleAdvice: (rule: FindingRule): string => RULE[rule].advice,
  problem: (problem: RedirectProblem): string => PROBLEM[problem],
  levels: (errors: number, warnings: number, hints: number): string =>
    [
      errors === 1 ? '1 error' : `${formatCount(errors)} errors`,
      warnings === 1 ? '1 warning' : `${formatCount(warnings)} warnings`,
      hints === 1 ? '1 hint' : `${formatCount(hints)} hints`,
    ].join(', '),
  pagesCount: (count: number): string => (count === 1 ? '1 page' : `${formatCount(count)} pages`),
  by: {
    person: (who: string) => `started by ${who}`,
    someone: 'started by somebody who has left',
    schedule: 'the weekly crawl',
  },
  running: 'The crawl is running. You can leave this page; it continues.',
  runFailed: 'This crawl broke off. The server may have ended, or did not answer; start it again.',
  cut: (most: number) => `The site has more than ${formatCount(most)} pages; the crawl looked at so many.`,
  fine: 'Nothing found',
  fineText: 'None of the rules found anything on these pages.',
  notFound: 'This crawl was cancelled before it had a result.',
  found: (count: number, added: number): string =>
    added > 0 ? `${formatCount(count)}, ${formatCount(added)} new` : formatCount(count),
  more: (count: number): string =>
    count === 1 ? 'and 1 more, which the export has' : `and ${formatCount(count)} more, which the export has`,
  isNew: 'New',
  export: 'Export CSV',
  exportColumns: {
    level: 'Level',
    finding: 'Finding',
    page: 'Page',
    detail: 'Detail',
    isNew: 'New since the crawl before',
  },
  pages: {
    title: 'Pages of this crawl',
    search: 'Search pages',
    clear: 'Clear search',
    none: 'No page fits',
    noneText: 'Look for another address or title.',
    columns: { page: 'Page', status: 'Status', words: 'Words', linked: 'Linked from' },
  },
  redirects: {
    lead: 'An address that the site no longer has leads to another one. A page of the site always comes first.',
    add: 'Add redirect',
    loading: 'Loading redirects',
    failed: 'The redirects could not be loaded',
    none: 'No redirects',
    noneText: 'Add one when a page moves, so that old links still arrive.',
    newTitle: 'Add redirect',
    editTitle: 'Change redirect',
    from: 'Old address',
    to: 'New address',
    toHint: 'A path of this site, or an address that begins with https://.',
    permanent: 'Moved for good (301)',
    permanentHint: 'Browsers and search engines remember it. Without it, it is temporary (302).',
    temporary: 'temporary',
    save: 'Save redirect',
    saved: 'The redirect is saved',
    edit: 'Change',
    editOne: (from: string) => `Change the redirect of ${from}`,
    remove: 'Delete',
    removeOne: (from: string) => `Delete the redirect of ${from}`,
    ask: (from: string) => `Delete the redirect of ${from}?`,
    askText:
      'Who opens the old address then reads that there is no such page. Browsers that remember a 301 still follow it.',
    keep: 'Cancel',
    removed: 'The redirect was deleted',
  },
})
