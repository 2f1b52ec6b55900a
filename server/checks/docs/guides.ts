import { type Check, expectThat, noneOf, skipped } from '../check.ts'
import { askAll, publicPages, referencesIn } from '../pages.ts'

const CATEGORIES = 6
/** Letters of a guide that says something. */
const LEAST_TEXT = 600

const isGuide = (path: string): boolean => path.startsWith('/documentation/')

/** DOC-01 */
export const guidesAreThere: Check = async ({ site }) => {
  const guides = publicPages().filter(({ path }) => isGuide(path))
  if (guides.length === 0) return skipped('not_built')
  const { text } = await site.ask('/documentation')
  const categories = [...mainOf(text).matchAll(/<section aria-label="[^"]+">(?=[^]*?<\/section>)/g)]
  const linked = categories.filter((one) =>
    mainOf(text).slice(one.index).split('</section>', 1)[0]?.includes('/documentation/'),
  )
  // One section leads into the others.
  const evidence = { guides: guides.length, sections_with_guides: linked.length }
  expectThat(linked.length >= CATEGORIES, `The documentation shows ${linked.length} categories of guides`, evidence)
  const empty = await askAll(
    site,
    guides.map(({ path }) => path),
    (address, { status, text: page }) => {
      const letters = wordsOf(mainOf(page)).length
      return status === 200 && letters >= LEAST_TEXT ? [] : [`${address} has ${letters} letters`]
    },
  )
  return noneOf(empty.flat(), 'A guide is empty', evidence)
}

/** DOC-02 */
export const linksLeadSomewhere: Check = async ({ site }) => {
  const pages = publicPages()
  if (pages.length === 0) return skipped('not_built')
  const html = new Map(
    await askAll(
      site,
      pages.map(({ path }) => path),
      (address, { text }) => [address, text] as const,
    ),
  )
  let links = 0
  const wrong: string[] = []
  for (const { path: page } of pages.filter(({ path }) => path.startsWith('/documentation'))) {
    for (const { path, anchor } of referencesIn(mainOf(html.get(page) ?? ''), page, site.origin)) {
      links += 1
      const target = html.get(path)
      if (anchor !== '' && target !== undefined && !target.includes(`id="${anchor}"`))
        wrong.push(`${path}#${anchor} on ${page}`)
      if (isGuide(path) && target === undefined && !path.includes('.')) wrong.push(`${path} on ${page}`)
    }
  }
  return noneOf(wrong, 'A link within the documentation leads nowhere', { links })
}

const mainOf = (html: string): string => /<main[^]*<\/main>/.exec(html)?.[0] ?? html
const wordsOf = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
