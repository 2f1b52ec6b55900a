import { type Html, markup } from '#server/mail/markup.ts'

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
