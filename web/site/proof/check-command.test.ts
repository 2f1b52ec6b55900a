import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { wordsInDocuments } from '#contract/delivery/installation-places.ts'
import { CheckCommand } from './check-command.tsx'

const words = wordsInDocuments('https://files.example.org', {
  name: null,
  address: null,
  email: null,
  authority: null,
  since: null,
  law: null,
})

/** As the server sends it to a browser without JavaScript. */
function delivered(kind: 'code' | 'connection'): string {
  const built = renderToStaticMarkup(createElement(CheckCommand, { kind }))
  return [...words].reduce((text, [place, word]) => text.replaceAll(place, word), built)
}

test('a prerendered command gets the address of the installation that serves it', () => {
  expect(delivered('code')).toContain('verify-app https://files.example.org --build')
  expect(delivered('connection')).toContain('-connect files.example.org:443 -groups')
})
