import { type Html, markup } from '#server/markup.ts'

type Page = {
  title: string
  /** In the title of the window, behind the title. */
  suffix?: string
  /** Address of the only stylesheet; these pages have no script. */
  stylesheet: string
  /** Above everything. */
  banner?: Html
  body: Html
}

/**
 * Policy of such a page: no script at all, and of pictures only the icon, which Firefox asks for on every page.
 *
 * @param formTarget where its form may lead beside this server
 */
export function htmlPagePolicy(formTarget?: string): string {
  const targets = formTarget ? `'self' ${formTarget}` : `'self'`
  return `default-src 'none'; style-src 'self'; img-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`
}

/** A small page that the server makes itself: a heading and what is below it. Search engines leave it out. */
export function htmlPage({ title, suffix = '', stylesheet, banner, body }: Page): string {
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}${suffix}</title>
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        ${banner ?? ''}
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>
`.text
}
