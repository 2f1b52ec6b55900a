import { contentsOf, type DocumentHeading } from '#contract/documentation/document-nodes.ts'
import { OWN_GUIDES_PATH } from '#contract/documentation/own-guides.ts'
import { parseDocument } from '#contract/documentation/parse-document.ts'
import { type Html, markup } from '../markup.ts'
import { siteStylesheets } from './built-guides.ts'
import { documentHtml } from './document-html.ts'
import type { PublishedRow } from './guides.sql.ts'

/** No script at all; style, typeface and pictures of this server only, and no form. */
export const GUIDE_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** So many headings and more make a list worth its room. */
const FEWEST_LISTED = 2
const days = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/** The page of an own guide. It says who wrote it, and that it is no part of the software: no build has its hash. */
export function guidePage(guide: PublishedRow & { body: string }, publicUrl: string): string {
  const { slug, title, description, organisation } = guide
  const nodes = parseDocument(guide.body)
  const address = `${publicUrl}${OWN_GUIDES_PATH}${slug}`
  return markup`<!doctype html>
<html lang="en" class="own-guide-page">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/favicon.ico" sizes="32x32" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <title>${title} · ${organisation}</title>
    <link rel="canonical" href="${address}" />
    <meta name="description" content="${description}" />
    <meta property="og:type" content="article" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${address}" />
    ${siteStylesheets().map((href) => markup`<link rel="stylesheet" href="${href}" />`)}
  </head>
  <body>
    <header class="own-guide-bar">
      <a href="/">QuantumShield</a>
      <a href="/documentation">All documentation</a>
    </header>
    <main class="own-guide">
      <article>
        <h1>${title}</h1>
        <p class="own-guide-lead">${description}</p>
        ${byLine(guide)}
        ${contentsList(contentsOf(nodes))}
        <div class="own-guide-text">${documentHtml(nodes)}</div>
      </article>
    </main>
  </body>
</html>
`.text
}

function byLine({ organisation, version, published_at: at, replaces }: PublishedRow): Html {
  const day = at.toISOString().slice(0, 10)
  const instead =
    replaces === null ? markup`` : markup` It is shown instead of the guide “${replaces}” of the software.`
  return markup`<p class="own-guide-by">Written by ${organisation}, version ${String(version)} of <time datetime="${day}">${days.format(at)}</time>. It is no part of the software, so its text is in no published build.${instead}</p>`
}

function contentsList(headings: readonly DocumentHeading[]): Html {
  if (headings.length < FEWEST_LISTED) return markup``
  return markup`<nav aria-labelledby="own-guide-contents" class="own-guide-contents">
          <p id="own-guide-contents">On this page</p>
          <ul>
            ${headings.map(({ id, text }) => markup`<li><a href="#${id}">${text}</a></li>`)}
          </ul>
        </nav>`
}
