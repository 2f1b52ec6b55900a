import { type Block, partsOf } from '#contract/growth/newsletters.ts'
import { type Html, markup } from '#server/markup.ts'

export type NewsletterContent = {
  subject: string
  blocks: readonly Block[]
  /** Who sends it, and where they are. */
  footer: string
  organisation: string
  unsubscribeUrl: string
  /** The address in the mail for one that a block leads to. */
  linkTo: (url: string) => string
}

/**
 * The mail of a newsletter, both parts from the same blocks. Everything that somebody typed is escaped; there is no image, no style and no
 * font, so opening it fetches nothing and tells nobody.
 */
export function renderNewsletter(content: NewsletterContent): { html: string; text: string } {
  return { html: htmlOf(content).text, text: textOf(content) }
}

const WHY = (organisation: string) => `You get this mail because you agreed to newsletters of ${organisation}.`

function textOf({ subject, blocks, footer, organisation, unsubscribeUrl, linkTo }: NewsletterContent): string {
  const body = blocks.map((block) => {
    if (block.kind === 'heading') return block.text.toUpperCase()
    if (block.kind === 'divider') return '-----'
    if (block.kind === 'button') return `${block.label}:\n${linkTo(block.url)}`
    return partsOf(block.text)
      .map(({ words, url }) => (url === null ? words : `${words} (${linkTo(url)})`))
      .join('')
  })
  const end = [`-- \n${footer}`, `${WHY(organisation)}\nTo unsubscribe, open ${unsubscribeUrl}`]
  return `${[subject, ...body, ...end].join('\n\n')}\n`
}

function blockOf(block: Block, linkTo: (url: string) => string): Html {
  if (block.kind === 'heading') return markup`<h2>${block.text}</h2>`
  if (block.kind === 'divider') return markup`<hr />`
  if (block.kind === 'button') {
    return markup`<table role="presentation" cellpadding="12">
    <tr>
      <td bgcolor="#0a5f52">
        <a href="${linkTo(block.url)}"><font color="#ffffff" face="Helvetica, Arial, sans-serif"><b>${block.label}</b></font></a>
      </td>
    </tr>
  </table>`
  }
  const paragraphs = block.text.split(/\n{2,}/).map((paragraph) => markup`<p>${linesOf(paragraph, linkTo)}</p>`)
  return markup`${paragraphs}`
}

function linesOf(paragraph: string, linkTo: (url: string) => string): Html {
  return partsOf(paragraph).reduce(
    (html, { words, url }) => {
      const lines = plainLines(words)
      return url === null ? markup`${html}${lines}` : markup`${html}<a href="${linkTo(url)}">${lines}</a>`
    },
    markup``,
  )
}

const plainLines = (words: string): Html =>
  words
    .split('\n')
    .map((line) => markup`${line}`)
    .reduce((all, line) => markup`${all}<br />${line}`)

// Presentational attributes instead of styles, as in the mails of the server itself (server/mail/templates.ts).
function htmlOf({ subject, blocks, footer, organisation, unsubscribeUrl, linkTo }: NewsletterContent): Html {
  return markup`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${subject}</title>
  </head>
  <body bgcolor="#f4f7f5" text="#0f1b19" link="#0a5f52">
    <table role="presentation" width="100%" cellpadding="8">
      <tr>
        <td align="center">
          <table role="presentation" width="100%" cellpadding="20" bgcolor="#ffffff">
            <tr>
              <td>
                <font face="Helvetica, Arial, sans-serif">
                  <h1>${subject}</h1>
                  ${blocks.map((block) => blockOf(block, linkTo))}
                  <hr />
                  <p><small>${plainLines(footer)}</small></p>
                  <p><small>${WHY(organisation)} <a href="${unsubscribeUrl}">Unsubscribe</a></small></p>
                </font>
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`
}
