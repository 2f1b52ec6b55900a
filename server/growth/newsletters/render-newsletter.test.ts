import { expect, test } from 'vitest'
import { renderNewsletter } from './render-newsletter.ts'

const BASE = {
  subject: 'News',
  footer: 'Engines Ltd\n1 Street',
  organisation: 'Engines',
  unsubscribeUrl: 'https://vault.example/growth/unsubscribe/x',
  linkTo: (url: string) => `https://vault.example/l?${encodeURIComponent(url)}`,
}

test('both parts are made from the blocks, and lead through our links', () => {
  const { html, text } = renderNewsletter({
    ...BASE,
    blocks: [
      { kind: 'heading', text: 'Hello' },
      { kind: 'text', text: 'One [page](https://a.example)\nline\n\nTwo' },
      { kind: 'divider' },
      { kind: 'button', label: 'Open', url: 'https://b.example' },
    ],
  })
  const link = 'https://vault.example/l?https%3A%2F%2Fa.example'
  expect(html).toContain(`<p>One <a href="${link}">page</a><br />line</p>`)
  expect(html).toContain('<p>Two</p>')
  expect(html).toContain('<h2>Hello</h2>')
  expect(html).toContain(`<a href="${BASE.unsubscribeUrl}">Unsubscribe</a>`)
  expect(html).toContain('Engines Ltd<br />1 Street')
  expect(html).not.toContain('"https://b.example"')
  expect(text).toContain(
    `One page (${link})\nline\n\nTwo\n\n-----\n\nOpen:\nhttps://vault.example/l?https%3A%2F%2Fb.example`,
  )
  expect(text).toContain(`To unsubscribe, open ${BASE.unsubscribeUrl}`)
})

test('nothing that somebody typed becomes markup', () => {
  const evil = "\"><img src=x onerror=alert(1)><a href='x'>&"
  const { html } = renderNewsletter({
    ...BASE,
    subject: evil,
    organisation: evil,
    footer: evil,
    blocks: [
      { kind: 'heading', text: evil },
      { kind: 'text', text: `${evil} [${evil.replaceAll(/[[\]]/g, '')}](https://a.example/"><b>)` },
      { kind: 'button', label: evil, url: 'https://a.example/"><b>' },
    ],
  })
  expect(html).not.toMatch(/<img|<b>(?!")[^&]*onerror|<a href='x'/)
  expect(html.match(/<a /g)?.length).toBe(3)
})

test('a mail fetches nothing', () => {
  const { html } = renderNewsletter({ ...BASE, blocks: [{ kind: 'text', text: '![x](https://a.example/x.png)' }] })
  expect(html).not.toMatch(/<(img|link|script|style|iframe|video|audio|object)|background=|url\(/i)
})
