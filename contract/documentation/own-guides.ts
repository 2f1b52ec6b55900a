/** Parts of the tree of the documentation, in their order. */
export const GUIDE_SECTIONS = [
  'getting-started',
  'files-and-sharing',
  'security-and-keys',
  'administration',
  'api-and-cli',
  'operations',
] as const
export type GuideSection = (typeof GUIDE_SECTIONS)[number]

/** Of guides that the operator's organisation writes itself. `bodyBytes` in UTF-8. */
export const GUIDE_LIMITS = {
  guides: 200,
  versions: 100,
  slugCharacters: 80,
  titleCharacters: 120,
  descriptionCharacters: 300,
  noteCharacters: 300,
  place: 9999,
  bodyBytes: 200 * 1024,
} as const

/** Below this the server shows them. */
export const OWN_GUIDES_PATH = '/documentation/own/'

/** A guide as it is written: `slug` is its part of the address, `place` its order in the section, `replaces` the built guide that it is shown for. */
export type GuideDraft = {
  slug: string
  title: string
  description: string
  section: GuideSection
  place: number
  replaces: string | null
  body: string
}

export type GuideProblem = 'bad_slug' | 'slug_of_built_guide' | 'body_too_long' | 'no_built_guide'

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** What is wrong with a draft by itself. @param built slugs of the guides that were built */
export function guideProblem(
  { slug, replaces, body }: Pick<GuideDraft, 'slug' | 'replaces' | 'body'>,
  built: readonly string[],
): GuideProblem | undefined {
  if (slug.length > GUIDE_LIMITS.slugCharacters || !SLUG.test(slug)) return 'bad_slug'
  if (replaces !== null && !built.includes(replaces)) return 'no_built_guide'
  if (built.includes(slug) && replaces !== slug) return 'slug_of_built_guide'
  return isTooLong(body) ? 'body_too_long' : undefined
}

/** Bytes are counted only where so many characters may be too many. */
const isTooLong = (body: string): boolean =>
  body.length > GUIDE_LIMITS.bodyBytes ||
  (body.length * 3 > GUIDE_LIMITS.bodyBytes && new TextEncoder().encode(body).length > GUIDE_LIMITS.bodyBytes)

/** What may be published: a title, a description for lists and search engines, and a text. */
export const isWholeGuide = ({
  title,
  description,
  body,
}: Pick<GuideDraft, 'title' | 'description' | 'body'>): boolean =>
  [title, description, body].every((text) => text.trim() !== '')

/** An address for a title: small letters, digits and hyphens. Empty where the title has neither. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, GUIDE_LIMITS.slugCharacters)
    .replaceAll(/^-|-$/g, '')

/** One published guide in the list that everybody may read. */
export type PublicGuide = {
  slug: string
  title: string
  description: string
  section: GuideSection
  place: number
  replaces: string | null
  organisation: string
}

/** One part of a guide for the search: what stands below a heading, or before the first one. */
export type PublicPart = { slug: string; title: string; id: string; heading: string; text: string; start: string }
