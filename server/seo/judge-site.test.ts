import { expect, test } from 'vitest'
import { FINDING_RULE_NAMES, type FindingRule } from '#contract/seo/findings.ts'
import { judgeSite, type Visited } from './judge-site.ts'
import { type ReadPage, readPage } from './read-page.ts'

const ORIGIN = 'https://site.test'

const page = (path: string, more: Partial<ReadPage> = {}): ReadPage => ({
  ...readPage(''),
  titles: [`The title of ${path}`],
  description: `A description of ${path} that is long enough to be shown as it is`,
  language: 'en',
  canonicals: [ORIGIN + path],
  headings: ['One'],
  previews: new Set(['og:title', 'og:description', 'og:image']),
  ...more,
})

const visit = (path: string, more: Partial<ReadPage> = {}): Visited => ({
  path,
  status: 200,
  bytes: 10,
  page: page(path, more),
})

/** A front page that links to what else there is. @param listed in the sitemap, if not all of them */
function judge(
  others: readonly Visited[],
  { listed, front = {} }: { listed?: string[]; front?: Partial<ReadPage> } = {},
) {
  const all = [visit('/', { links: others.map(({ path }) => path), ...front }), ...others]
  const paths = all.map(({ path }) => path)
  return judgeSite({
    origin: ORIGIN,
    listed: new Set(listed ?? paths),
    visited: new Map(all.map((one) => [one.path, one])),
  })
}

test('nothing is found on a site without faults', () => {
  expect(judge([visit('/a')])).toEqual([])
})

const A = (rule: FindingRule, detail = '') => ({ path: '/a', rule, detail })
const FAULTS: Record<FindingRule, () => [found: ReturnType<typeof judge>, expected: unknown[]]> = {
  page_fails: () => [
    judge([{ path: '/a', status: 500, bytes: 0 }]),
    [A('page_fails', '500'), { path: '/', rule: 'dead_link', detail: '/a' }],
  ],
  dead_link: () => [
    judge([{ path: '/a', status: 404, bytes: 0 }], { listed: ['/'] }),
    [{ path: '/', rule: 'dead_link', detail: '/a' }],
  ],
  redirected_link: () => [
    judge([{ path: '/a', status: 308, bytes: 0, location: '/b' }], { listed: ['/'] }),
    [{ path: '/', rule: 'redirected_link', detail: '/a → /b' }],
  ],
  no_title: () => [judge([visit('/a', { titles: [] })]), [A('no_title')]],
  no_index: () => [judge([visit('/a', { robots: 'noindex' })]), [A('no_index')]],
  bad_structured_data: () => [judge([visit('/a', { structuredData: ['{'] })]), [A('bad_structured_data', '{')]],
  same_title: () => [judge([visit('/a', { titles: ['The title of /'] })]), [A('same_title', '/')]],
  no_description: () => [judge([visit('/a', { description: undefined })]), [A('no_description')]],
  same_description: () => [judge([visit('/a', { description: page('/').description })]), [A('same_description', '/')]],
  no_heading: () => [judge([visit('/a', { headings: [] })]), [A('no_heading')]],
  several_headings: () => [judge([visit('/a', { headings: ['x', 'y'] })]), [A('several_headings', 'x · y')]],
  no_canonical: () => [judge([visit('/a', { canonicals: [] })]), [A('no_canonical')]],
  other_canonical: () => [
    judge([visit('/a', { canonicals: ['https://site.test/b'] })]),
    [A('other_canonical', 'https://site.test/b')],
  ],
  no_language: () => [judge([visit('/a', { language: '' })]), [A('no_language')]],
  image_without_text: () => [
    judge([visit('/a', { imagesWithoutText: ['/1.png'] })]),
    [A('image_without_text', '/1.png')],
  ],
  not_in_sitemap: () => [judge([visit('/a')], { listed: ['/'] }), [A('not_in_sitemap')]],
  not_linked: () => [judge([visit('/a', { links: ['/a'] })], { front: { links: [] } }), [A('not_linked')]],
  title_length: () => [judge([visit('/a', { titles: ['x'.repeat(80)] })]), [A('title_length', '80')]],
  description_length: () => [judge([visit('/a', { description: 'short' })]), [A('description_length', '5')]],
  no_preview: () => [
    judge([visit('/a', { previews: new Set(['og:title']) })]),
    [A('no_preview', 'og:description, og:image')],
  ],
}

test.each(FINDING_RULE_NAMES)('%s is found where it is, and nothing else', (rule) => {
  const [found, expected] = FAULTS[rule]()
  expect(found).toEqual(expected)
})

test('a page that search engines leave out need not be in the sitemap', () => {
  expect(judge([visit('/a', { robots: 'noindex' })], { listed: ['/'] })).toEqual([])
})

test('links to other sites, to parts of a page and to nothing are no findings', () => {
  const links = ['https://other.test/x', '#part', 'mailto:a@b.test', 'javascript:void 0', 'http://[', '/a']
  expect(judge([visit('/a')], { front: { links } })).toEqual([])
})
